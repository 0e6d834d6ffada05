// The room: what the server tells goes to hand, table and messages; what the person does goes out.
import { $, announce, h, toast } from "./dom.js";
import { build } from "./components.js";
import { openForm } from "./forms.js";
import { Hand, oneCard } from "./hand.js";
import { Live } from "./live.js";
import { plain, setAround } from "./markup.js";
import { Sound } from "./sound.js";
import { Table } from "./table.js";
import { say } from "./words.js";

const ENDS = { 4401: "signedOut", 4404: "notMember", 4408: "openTooOften", 4429: "tooFast" };
const MY_TABLES = "rummy:k:list:0";

export class Room {
  #told = {}; // the table as it was told last
  #opened = null; // a screen that stands in place of the hand's, and what was asked of the player then
  #names = {};

  constructor(tell) {
    $("door").hidden = true;
    $("room").hidden = false;
    $("readable").hidden = location.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    setAround({ person: (id) => this.#names[id], role: () => null, channel: () => null, open: () => {}, command: () => {} });
    this.live = new Live((told) => this.#hear(told), (linked) => this.#linked(linked), (code) => {
      if (ENDS[code]) tell(new Error(say(ENDS[code])));
      return Boolean(ENDS[code]);
    });
    this.table = new Table((text, cards, asks) => this.#use(text, cards, asks), () => this.hand, oneCard);
    this.hand = new Hand(this.table, this.live);
    this.sound = new Sound($("sound"));
    $("tables").addEventListener("click", () => this.#press({ control: MY_TABLES }));
    $("told").addEventListener("click", (event) => event.target.closest("[data-close]") && this.#close());
    document.addEventListener("visibilitychange", () => this.#tellVisible());
    this.live.connect();
  }

  // While the page is visible, the private messages in Discord rest.
  #tellVisible() {
    this.live.ask("visible", { is: !document.hidden }).catch(() => {});
  }

  // -- what happened --------------------------------------------------------------------------------

  #linked(linked) {
    $("link").textContent = linked ? "" : say("connecting");
    document.body.classList.toggle("away", !linked);
  }

  #hear(told) {
    if (told.t === "hello") {
      this.#names[told.me] = told.name;
      Object.assign(document.body.dataset, told.look);
      this.#tellVisible();
      if (!told.table) this.#press({ control: MY_TABLES });
    }
    if (told.t === "table") this.#hearTable(told);
  }

  #hearTable(told) {
    const isOther = told.table !== this.#told.table;
    if (!isOther && told.version < this.#told.version) return;
    const began = told.mine && !(this.#told.mine && !isOther && told.turn === this.#told.turn);
    this.#told = told;
    Object.assign(this.#names, told.names);
    $("title").textContent = told.title ?? "Paplu";
    document.title = told.mine ? `${say("yourTurn")} · Paplu` : "Paplu";
    if (began) announce(say("yourTurn"));
    this.table.hear(told);
    this.hand.hear(told);
    if (isOther || this.#opened?.asked !== told.asked) this.#opened = null;
    if (!this.#opened && told.screen) this.#show(told.screen, false);
    if (began) this.sound.play();
  }

  // -- screens --------------------------------------------------------------------------------------

  #show(parts, canClose) {
    const host = { act: (control, does, details) => this.#act(control, does, details), around: { people: () => [], roles: () => [], channels: () => [] } };
    const close = canClose && this.#told.screen ? h("button", { type: "button", class: "icon", "aria-label": say("close"), data: { close: "" } }, "✕") : null;
    $("told").replaceChildren(...[close, ...build(parts, host)].filter(Boolean));
  }

  #close() {
    this.#opened = null;
    if (this.#told.screen) this.#show(this.#told.screen, false);
  }

  async #act(control, does, { custom_id, values = [] }) {
    control.classList.add("working");
    await this.#press({ control: custom_id, values, menu: does === "select" });
    control.classList.remove("working");
  }

  // A control of the table that stands on no screen, such as a deck.
  #use(text, cards, asks) {
    const said = asks ? text : [text, ...cards].join(" ");
    return this.#press({ control: `rummy:y:${this.#told.table}:${this.#told.step}:${said}`, values: asks ? cards : [], menu: asks });
  }

  async #press(details) {
    try {
      this.#answered(await this.live.ask("press", details));
    } catch (error) {
      toast(error.message || say("failed"));
    }
  }

  #answered({ screens, hand, form }) {
    if (form) {
      openForm(form, this, (typed) => this.#press({ control: form.custom_id, typed }));
      return;
    }
    const shown = screens.at(-1);
    if (!shown) return;
    this.#opened = hand ? null : { asked: this.#told.asked };
    if (hand) this.#told.screen = shown;
    this.#show(shown, !hand);
    announce(said(shown));
    if (!hand) $("told").scrollIntoView({ block: "nearest" });
  }
}

function said(parts) {
  return parts.map((part) => [part.content ? plain(part.content) : "", part.components ? said(part.components) : ""].join(" ")).join(" ").trim();
}
