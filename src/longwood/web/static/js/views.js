// @ts-check
/** The views of the page and the table they share, in one parcel. */

export { closeDialogs } from "./dialogs.js";
export { startLobby } from "./lobby.js";
export { startPlay } from "./play.js";
export { startReview } from "./review.js";
export { leaveTable, newDeal, saveNow, table } from "./table.js";
export { startViewer } from "./viewer.js";
