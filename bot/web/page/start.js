// The start of the page: the way in with a key, or the table of a session.
import { $, h } from "./dom.js";
import { say } from "./words.js";

async function post(where, details) {
  const answer = await fetch(where, { method: "POST", body: JSON.stringify(details), headers: { "Content-Type": "application/json" } });
  if (answer.status === 410) throw new Error(say("keyGone"));
  if (!answer.ok) throw new Error(say("failed"));
  return answer.json();
}

// The key stands behind #: it reached no server so far, and leaves the address at once.
async function enter() {
  const key = new URLSearchParams(location.hash.slice(1)).get("k");
  history.replaceState(null, "", location.pathname);
  if (!key) throw new Error(say("askForLink"));
  const { name } = await post("who", { key });
  const go = h("button", { type: "button", class: "button green", onclick: async () => {
    go.disabled = true;
    await post("enter", { key }).then(({ number }) => location.replace(`/u/${number}/`), tell);
  } }, say("enter"));
  $("asks").replaceChildren(h("span", {}, say("playAs", { name })), go);
  go.focus();
}

export function tell(error) {
  $("room").hidden = true;
  $("door").hidden = false;
  $("asks").replaceChildren(error.message);
}

if (location.pathname === "/") enter().catch(tell);
else import("./room.js").then(({ Room }) => new Room(tell)).catch(tell);
