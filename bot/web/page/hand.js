// The hand: cards are dragged, or chosen and put; by finger, mouse or keys.
import { $, announce, h, toast } from "./dom.js";
import { Arrangement } from "./arrangement.js";
import { face, gliding, names, spoken } from "./cards.js";
import { say } from "./words.js";

const FAR = 6; // pixels after which a finger drags
const REST = 1000; // milliseconds that the hand rests before it is saved

export class Hand {
  #laid = new Arrangement();
  #shown = null; // what the server said last of hand and table
  #kinds = []; // what the groups are, in their order: their kinds and bands
  #worth = "";
  #chosen = new Set();
  #drag = null;
  #saving = 0;
  #table = null;

  // `table` puts cards on its places: table.goals(cards), table.put(drop, cards); `live` asks the server.
  constructor(table, live) {
    this.table = table;
    this.live = live;
    this.element = $("hand");
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#up(event));
    document.addEventListener("pointercancel", () => this.#drag && this.#letGo());
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  get chosen() {
    return [...this.#chosen].map((key) => this.#laid.find(key)?.text).filter(Boolean);
  }

  hear(told) {
    if (told.table !== this.#table) {
      this.#laid = new Arrangement();
      this.#chosen.clear();
    }
    this.#table = told.table;
    this.#shown = told.loose ? told : null;
    this.element.hidden = !this.#shown;
    if (!this.#shown) return;
    this.#laid.hear(told);
    for (const key of this.#chosen) if (!this.#laid.find(key)) this.#chosen.delete(key);
    if (this.#laid.isSaved || !told.canSave) this.#judged(told);
    else this.#judge();
    this.#draw();
  }

  // -- drawing --------------------------------------------------------------------------------------

  #draw() {
    if (this.#drag || !this.#shown) return; // nothing is drawn anew under a finger
    gliding(this.element, () => {
      const focused = document.activeElement?.dataset.key;
      const groups = this.#laid.groups.map((group, at) => this.#group(group, at, say("group", { number: at + 1 }), this.#kinds[at]));
      const loose = this.#group(this.#laid.loose, "loose", say("loose"));
      const fresh = h("button", { type: "button", class: "group new", data: { drop: "new" } }, say("newGroup"));
      this.element.replaceChildren(h("p", { class: "worth", role: "status" }, this.#worth), h("div", { class: "groups" }, groups, loose, fresh), this.#bar());
      if (focused) this.#button(focused)?.focus();
    });
    this.table.light(this.chosen);
  }

  #group(cards, drop, name, { kind = "", band = "" } = {}) {
    const made = cards.map((card) => {
      const about = [this.#shown.jokers.includes(card.text) && "joker", this.#shown.drawn === card.text && card.key.endsWith(" 1") && "drawn"].filter(Boolean);
      return h("button", { type: "button", class: "held", "aria-pressed": String(this.#chosen.has(card.key)), "aria-label": spoken(card.text, about), data: { key: card.key } }, face(card.text, about));
    });
    return h("div", { class: "group", role: "group", "aria-label": [name, kind].filter(Boolean).join(": "), data: { drop, band } }, h("small", {}, kind || name), h("div", { class: "row of" }, made));
  }

  // What can be done with the chosen cards, for those who do not drag.
  #bar() {
    const undo = this.#laid.canUndo ? h("button", { type: "button", class: "button grey", data: { do: "undo" } }, say("undo")) : null;
    if (!this.#chosen.size) return h("div", { class: "bar" }, undo, h("small", {}, say("how")));
    const to = (drop, label) => h("button", { type: "button", class: "button grey", data: { to: drop } }, label);
    const groups = this.#laid.groups.map((_, at) => to(String(at), say("group", { number: at + 1 })));
    const zones = this.table.goals(this.chosen).map(([drop, label]) => to(drop, label));
    return h("div", { class: "bar" }, h("span", {}, say("moveTo", { cards: names(this.chosen) })), zones, groups, to("new", say("newGroup")),
      to("loose", say("loose")), h("button", { type: "button", class: "button grey", data: { do: "unselect" } }, say("unselect")), undo);
  }

  #button(key) {
    return [...this.element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  }

  // -- arranging ------------------------------------------------------------------------------------

  #put(keys, drop, before = null) {
    if (/^(zone|swap) /.test(drop)) {
      const texts = keys.map((key) => this.#laid.find(key)?.text).filter(Boolean);
      this.#chosen.clear();
      this.#draw();
      return this.table.put(drop, texts);
    }
    this.#laid.move(keys, /^\d+$/.test(drop) ? Number(drop) : drop, before);
    return this.#changed();
  }

  // Puts the chosen cards on a place of the table.
  putChosen(drop) {
    return this.#put([...this.#chosen], drop);
  }

  #changed() {
    this.#chosen.clear();
    this.#judge();
    this.#draw();
    clearTimeout(this.#saving);
    if (this.#shown.canSave) this.#saving = setTimeout(() => this.#save(), REST);
  }

  async #save() {
    if (this.#laid.isSaved || !this.#shown?.canSave) return;
    try {
      await this.live.ask("arrange", { table: this.#table, groups: this.#laid.tidy() });
    } catch {
      // The next change saves it.
    }
  }

  // What the groups are now, as the server judges them.
  async #judge() {
    const groups = this.#laid.tidy();
    this.#kinds = [];
    if (!this.#shown.canSave) return;
    try {
      const { laid } = await this.live.ask("judge", { table: this.#table, groups });
      if (laid && JSON.stringify(groups) === JSON.stringify(this.#laid.tidy())) this.#judged(laid);
      this.#draw();
    } catch {
      // Without a connection nothing is judged.
    }
  }

  #judged(laid) {
    const said = laid.groups.map((group) => group.kind);
    if (this.#worth && laid.worth !== this.#worth) announce([...said, laid.worth].filter(Boolean).join(", "));
    this.#kinds = laid.groups;
    this.#worth = laid.worth;
  }

  // -- fingers and keys -----------------------------------------------------------------------------

  #down(event) {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key || event.button > 0 || this.#drag) return;
    this.#drag = { key, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      const keys = this.#chosen.has(drag.key) ? [...this.#chosen] : [drag.key];
      drag.keys = keys;
      drag.ghost = h("div", { class: "ghost" }, keys.map((key) => face(this.#laid.find(key).text)));
      document.body.append(drag.ghost);
      for (const one of keys) this.#button(one)?.classList.add("away");
      this.table.light(keys.map((one) => this.#laid.find(one).text));
    }
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    for (const lit of document.querySelectorAll(".over")) lit.classList.remove("over");
    this.#under(event)?.classList.add("over");
  }

  #under(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const target = drag.ghost && this.#under(event);
    const before = drag.ghost && this.#before(event);
    this.#letGo();
    if (!drag.ghost) this.#choose(drag.key);
    else if (target) this.#put(drag.keys, target.dataset.drop, before);
  }

  // The card before which a dropped one goes: the one under the finger, or the next.
  #before({ clientX, clientY }) {
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-key]");
    if (!under) return null;
    const { left, width } = under.getBoundingClientRect();
    const isLeft = clientX < left + width / 2;
    const first = isLeft !== (document.documentElement.dir === "rtl");
    return (first ? under : under.nextElementSibling)?.dataset.key ?? null;
  }

  #letGo() {
    this.#drag?.ghost?.remove();
    for (const lit of document.querySelectorAll(".over, .away")) lit.classList.remove("over", "away");
    this.#drag = null;
    this.#draw();
  }

  // Presses; a card is chosen when the finger is lifted, or by its key.
  #click(event) {
    const { key } = event.target.closest("[data-key]")?.dataset ?? {};
    if (key) return event.detail === 0 && this.#choose(key);
    const pressed = event.target.closest("button");
    if (pressed?.dataset.do === "undo") return this.#laid.undo(), this.#changed();
    if (pressed?.dataset.do === "unselect") return this.#chosen.clear(), this.#draw();
    const drop = pressed?.dataset.to ?? event.target.closest("[data-drop]")?.dataset.drop;
    if (drop !== undefined && this.#chosen.size) return this.#put([...this.#chosen], drop);
    return undefined;
  }

  #choose(key) {
    if (!this.#chosen.delete(key)) this.#chosen.add(key);
    this.#draw();
  }

  #key(event) {
    const key = event.target.dataset.key;
    if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = [...this.element.querySelectorAll("[data-key]")];
    const ahead = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const behind = ahead === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const step = { [ahead]: 1, [behind]: -1 }[event.key];
    const keys = this.#chosen.size ? [...this.#chosen] : [key];
    if (step) all[(all.indexOf(event.target) + step + all.length) % all.length].focus();
    else if (/^[1-9]$/.test(event.key) && this.#laid.groups[event.key - 1]) this.#put(keys, String(event.key - 1));
    else if (/^[1-9]$/.test(event.key)) this.#put(keys, "new");
    else if (event.key === "0") this.#put(keys, "loose");
    else if (event.key === "Escape") this.#chosen.clear(), this.#draw();
    else return;
    event.preventDefault();
  }
}

export const oneCard = () => toast(say("oneCard"));
