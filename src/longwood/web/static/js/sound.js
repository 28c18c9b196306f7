// @ts-check
/** Sounds of cards, made here without a single recording, and a touch of vibration under a finger. */

import { HIDDEN } from "./cards.js";
import { changeSettings, settings } from "./settings.js";
import { listen, state } from "./state.js";

/** @import { Position } from "./types.js" */
/** @typedef {"placed" | "turned" | "refused" | "won"} Sound */

/** How loud, by the setting. @type {Record<string, number>} */
const LOUDNESS = { off: 0, soft: 0.3, louder: 0.9 };
/** Milliseconds that a finger feels. @type {Record<Sound, number | number[]>} */
const PULSES = { placed: 8, turned: 8, refused: [14, 50, 14], won: [20, 60, 20, 60, 40] };
/** However quick the play, no two sounds are closer together than this. */
const APART = 45;

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;
let last = 0;
let isFinger = false;

/** A browser allows sounds once the player has done something: here that is always so. */
function ready() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 5, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return audio;
}

/** A gain that rises and dies away. @param {AudioContext} to @param {number} peak @param {number} start @param {number} rise @param {number} length */
function swell(to, peak, start, rise, length) {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(peak, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(to.destination);
  return gain;
}

/** Paper: noise in a narrow band that may move. @param {AudioContext} to @param {number} peak @param {number} start @param {number[]} band from which frequency to which @param {number} rise @param {number} length */
function paper(to, peak, start, [low, high], rise, length) {
  const source = to.createBufferSource();
  const filter = to.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(low, start);
  filter.frequency.exponentialRampToValueAtTime(high, start + length);
  source.connect(filter).connect(swell(to, peak, start, rise, length));
  source.start(start);
  source.stop(start + length);
}

/** @param {AudioContext} to @param {OscillatorType} type @param {number} pitch @param {number} peak @param {number} start @param {number} length */
function tone(to, type, pitch, peak, start, length) {
  const source = to.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, start);
  source.connect(swell(to, peak, start, 0.008, length));
  source.start(start);
  source.stop(start + length);
}

/** @type {Record<Sound, (to: AudioContext, loud: number, now: number) => void>} */
const SOUNDS = {
  placed(to, loud, now) {
    paper(to, 0.5 * loud, now, [2400, 1200], 0.003, 0.07);
    tone(to, "sine", 130, 0.25 * loud, now, 0.07);
  },
  turned(to, loud, now) {
    paper(to, 0.4 * loud, now, [1500, 4200], 0.035, 0.1);
    paper(to, 0.4 * loud, now + 0.07, [2600, 1400], 0.003, 0.06);
  },
  refused(to, loud, now) {
    tone(to, "sine", 185, 0.3 * loud, now, 0.11);
    tone(to, "sine", 147, 0.3 * loud, now + 0.1, 0.15);
  },
  won(to, loud, now) {
    [523.25, 659.25, 783.99, 1046.5, 1318.51].forEach((pitch, i) => tone(to, "triangle", pitch, 0.22 * loud, now + i * 0.11, 0.7));
  },
};

/** Let something be heard and felt. A page that nobody sees is silent. @param {Sound} sound */
export function sound(sound) {
  if (document.visibilityState !== "visible") return;
  const now = performance.now();
  if (now - last < APART && sound !== "won") return;
  last = now;
  document.documentElement.dataset.heard = settings.sound === "off" ? "" : sound;
  if (settings.touch === "on" && isFinger) navigator.vibrate?.(PULSES[sound]);
  const loud = LOUDNESS[settings.sound];
  if (!loud || typeof AudioContext === "undefined") return;
  const to = ready();
  SOUNDS[sound](to, loud, to.currentTime + 0.005);
}

/** Off at one tap, and on again as it was. */
export function toggleSound() {
  changeSettings({ sound: settings.sound === "off" ? "soft" : "off" });
  last = 0;
  if (settings.sound !== "off") sound("placed");
}

/** How many cards lie face down. @param {Position} position */
const facesDown = ({ piles }) => Object.values(piles).flat().filter((face) => face === HIDDEN).length;

/** Listen to the game: whatever moves cards is heard, wherever it was asked for. */
export function startSounds() {
  document.addEventListener("pointerdown", (event) => { isFinger = event.pointerType === "touch"; }, { capture: true });
  /** @type {Position | null} */
  let before = null;
  listen(() => {
    const { position } = state;
    if (position === before) return;
    const old = before;
    before = position;
    if (!old || !position || old.deal !== position.deal) return;
    if (position.is_won && !old.is_won) sound("won");
    else sound(facesDown(old) === facesDown(position) ? "placed" : "turned");
  });
}
