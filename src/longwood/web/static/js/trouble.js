// @ts-check
/** What is wrong with the journal, said where a player looks first, with the way to have the games back. */

import { dayWords } from "./charts.js";
import { h } from "./dom.js";
import { refreshJournal, sendChange, whyNotChanged } from "./keeper.js";
import { counted } from "./names.js";
import { state } from "./state.js";

/** The sentence, if there is one to say. @param {(text: string) => void} tell is told what came of bringing games back */
export function troubles(tell) {
  const { journal } = state;
  if (journal?.problem) return [h("p", { class: "warning" }, `${journal.problem} Meanwhile, this browser keeps your unfinished games.`)];
  if (!journal?.note) return [];
  const restore = async () => {
    try {
      const { changed } = await sendChange("restore", { ids: [] });
      await refreshJournal();
      tell(`${counted(changed, "game")} brought back.`);
    } catch (error) {
      tell(whyNotChanged(error));
    }
  };
  return [h("p", { class: "warning" }, journal.note, " ",
    journal.backup ? h("button", { type: "button", click: () => void restore() }, `Bring back the games of ${dayWords(journal.backup)}`) : null)];
}
