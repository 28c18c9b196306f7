// @ts-check
/** King, queen and jack: our own figures, made of a few flat shapes in the colour of the suit, gold and ink. */

const LINE = 'stroke="var(--line)" stroke-width="2" stroke-linejoin="round"';
const GOLD = `fill="var(--gold)" ${LINE}`;
const SUIT = `fill="currentColor" ${LINE}`;
const SKIN = `fill="var(--skin)" ${LINE}`;
const HAIR = `fill="var(--hair)" ${LINE}`;
const LINEN = `fill="var(--linen)" ${LINE}`;

/** A calm face: lowered eyes, a long nose and a small mouth. */
const FEATURES =
  '<path fill="none" stroke="var(--line)" stroke-width="2.4" stroke-linecap="round" ' +
  'd="M83 131q5 4 10 0M107 131q5 4 10 0M82 124q6-4 11-1M118 124q-6-4-11-1M100 131v13l-4 2"/>' +
  '<path fill="none" stroke="var(--lips)" stroke-width="3" stroke-linecap="round" d="M94 154q6 2.5 12 0"/>';

const ROBE = `<path ${SUIT} d="M22 262C24 222 54 198 100 198s76 24 78 64Z"/>`;

const KING = [
  // The sceptre stands behind the shoulder.
  `<path ${GOLD} d="M159 262V120h6V262Z"/><circle ${GOLD} cx="162" cy="110" r="10"/>`,
  `<path ${GOLD} d="M159.5 100v-5h-5v-5h5v-5h5v5h5v5h-5v5Z"/>`,
  ROBE,
  `<path ${GOLD} d="M84 204 92 262H108L116 204Z"/>`,
  `<path ${LINEN} d="M48 210C62 188 138 188 152 210L140 232C122 216 78 216 60 232Z"/>`,
  '<path fill="none" stroke="var(--line)" stroke-width="3" stroke-linecap="round" d="M64 212v6M78 206v6M122 206v6M136 212v6"/>',
  `<path ${HAIR} d="M67 108C58 138 58 166 70 184H130C142 166 142 138 133 108Z"/>`,
  `<path ${SKIN} d="M73 112V136C73 160 84 172 100 172s27-12 27-36V112Z"/>`,
  FEATURES,
  `<path ${HAIR} d="M73 134C72 176 86 202 100 214 114 202 128 176 127 134 122 148 115 150 108 148L100 151 92 148C85 150 78 148 73 134Z"/>`,
  '<path fill="none" stroke="var(--skin)" stroke-width="2" stroke-linecap="round" opacity=".6" d="M90 166q2 18 7 28M110 166q-2 18-7 28M100 168v30"/>',
  '<path fill="none" stroke="var(--lips)" stroke-width="3" stroke-linecap="round" d="M94 157q6 2 12 0"/>',
  `<path ${GOLD} d="M64 116 56 72 80 92 100 60 120 92 144 72 136 116C112 108 88 108 64 116Z"/>`,
  `<circle ${GOLD} cx="56" cy="70" r="5"/><circle ${GOLD} cx="144" cy="70" r="5"/><circle ${GOLD} cx="100" cy="58" r="6"/>`,
  `<path ${SUIT} d="M100 82 107 93 100 104 93 93Z"/><circle ${SUIT} cx="77" cy="103" r="4"/><circle ${SUIT} cx="123" cy="103" r="4"/>`,
];

const QUEEN = [
  ROBE,
  `<path ${HAIR} d="M66 112C48 150 52 196 46 222 66 232 84 220 88 204H112C116 220 134 232 154 222 148 196 152 150 134 112Z"/>`,
  `<path ${SKIN} d="M88 164V196C88 212 112 212 112 196V164Z"/>`,
  `<path ${LINEN} d="M70 206C82 230 118 230 130 206L120 198C114 212 86 212 80 198Z"/>`,
  `<circle ${SUIT} cx="100" cy="222" r="5"/><path ${GOLD} d="M92 230H108L112 262H88Z"/>`,
  `<path ${SKIN} d="M73 116V136C73 160 86 176 100 176s27-16 27-40V116Z"/>`,
  FEATURES,
  `<path ${HAIR} d="M68 132C68 108 82 98 100 98s32 10 32 34C122 128 108 120 100 108 92 120 78 128 68 132Z"/>`,
  `<path ${GOLD} d="M68 106C66 92 66 88 62 78 72 84 78 84 84 74 88 84 94 84 100 66 106 84 112 84 116 74 122 84 128 84 138 78 134 88 134 92 132 106 112 98 88 98 68 106Z"/>`,
  `<circle ${LINEN} cx="62" cy="76" r="4"/><circle ${LINEN} cx="84" cy="72" r="4"/><circle ${LINEN} cx="100" cy="64" r="5"/><circle ${LINEN} cx="116" cy="72" r="4"/><circle ${LINEN} cx="138" cy="76" r="4"/>`,
  `<path ${SUIT} d="M100 82 106 90 100 98 94 90Z"/>`,
  // A flower in the hand.
  '<path fill="none" stroke="var(--line)" stroke-width="3" d="M44 262C44 236 40 226 38 206"/>',
  `<circle ${GOLD} cx="30" cy="196" r="8"/><circle ${GOLD} cx="46" cy="196" r="8"/><circle ${GOLD} cx="32" cy="210" r="8"/><circle ${GOLD} cx="45" cy="210" r="8"/><circle ${LINEN} cx="38" cy="203" r="6"/>`,
];

const JACK = [
  // The halberd stands behind the shoulder.
  `<path ${GOLD} d="M35 262V108h6V262Z"/><path ${LINEN} d="M38 72 46 108H30ZM41 112H58C56 124 56 132 60 142 50 138 44 138 41 140Z"/>`,
  ROBE,
  `<path ${GOLD} d="M70 206 100 262 130 206 118 200 100 236 82 200Z"/>`,
  `<path ${HAIR} d="M66 112C58 140 58 168 64 186 76 192 124 192 136 186 142 168 142 140 134 112Z"/>`,
  `<path ${SKIN} d="M88 164V198C88 212 112 212 112 198V164Z"/>`,
  `<path ${LINEN} d="M66 206C76 192 84 192 92 202 97 194 103 194 108 202 116 192 124 192 134 206 124 218 112 218 106 210 102 216 98 216 94 210 88 218 76 218 66 206Z"/>`,
  `<path ${SKIN} d="M73 116V138C73 160 86 176 100 176s27-16 27-38V116Z"/>`,
  FEATURES,
  `<path ${HAIR} d="M68 132C70 114 80 108 100 108s30 6 32 24C126 126 118 118 114 114 104 122 80 126 68 132Z"/>`,
  `<path ${SUIT} d="M60 110C56 84 78 74 104 74 130 74 146 86 142 106 120 98 84 98 60 110Z"/>`,
  `<path ${GOLD} d="M60 116C58 112 58 108 60 104 84 92 120 92 142 100 144 104 144 108 142 112 118 102 86 104 60 116Z"/>`,
  `<path ${LINEN} d="M130 98C128 78 140 62 164 62 172 74 160 78 164 84 154 84 158 90 150 92 144 92 138 94 130 98Z"/>`,
];

/** @type {Record<string, string>} */
export const COURTS = { K: KING.join(""), Q: QUEEN.join(""), J: JACK.join("") };
