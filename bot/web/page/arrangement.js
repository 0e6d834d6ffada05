// How a hand lies: groups of cards and the loose ones. Only values; it knows no element.
import { keyed } from "./cards.js";

export const texts = (groups) => groups.map((group) => group.map((card) => card.text));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Arrangement {
  groups = []; // of cards
  loose = [];
  #saved = null; // the groups that the server has
  #before = []; // earlier arrangements, for undo

  // Takes over what the server has. What was laid here and not saved yet stays, as far as the cards are still held.
  hear({ groups, loose }) {
    const theirs = groups.map((group) => group.cards);
    const seen = new Map();
    const held = keyed([...theirs.flat(), ...loose], seen);
    if (this.#saved === null || !same(theirs, this.#saved)) {
      const isMine = this.#saved !== null && same(theirs, this.tidy());
      this.#saved = theirs;
      if (!isMine) {
        let at = 0;
        this.groups = theirs.map((group) => held.slice(at, (at += group.length)));
        this.loose = this.#ordered(held.slice(at));
        this.#before = [];
        return;
      }
    }
    const left = new Map(held.map((card) => [card.key, card]));
    const keep = (cards) => cards.filter((card) => left.delete(card.key));
    this.groups = this.groups.map(keep).filter((group) => group.length);
    this.loose = [...keep(this.loose), ...left.values()];
  }

  #ordered(cards) {
    const place = new Map(this.loose.map((card, at) => [card.key, at]));
    return cards.map((card, at) => [place.get(card.key) ?? 100 + at, card]).sort(([one], [other]) => one - other).map(([, card]) => card);
  }

  // The groups as they would be saved.
  tidy() {
    return texts(this.groups.filter((group) => group.length));
  }

  get isSaved() {
    return this.#saved !== null && same(this.tidy(), this.#saved);
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  find(key) {
    return [...this.groups.flat(), ...this.loose].find((card) => card.key === key);
  }

  // Puts cards into a group (its number), into a new one ("new") or outside ("loose"), before that card or at the end.
  move(keys, where, before = null) {
    const cards = keys.map((key) => this.find(key)).filter(Boolean);
    if (!cards.length || keys.includes(before)) return;
    this.#before.push({ groups: this.groups, loose: this.loose });
    const rest = (group) => group.filter((card) => !keys.includes(card.key));
    const put = (group) => {
      const at = group.findIndex((card) => card.key === before);
      return at < 0 ? [...group, ...cards] : [...group.slice(0, at), ...cards, ...group.slice(at)];
    };
    const groups = this.groups.map(rest);
    this.loose = where === "loose" ? put(rest(this.loose)) : rest(this.loose);
    if (where === "new") groups.push(cards);
    else if (where !== "loose") groups[where] = put(groups[where] ?? []);
    this.groups = groups.filter((group) => group.length);
  }

  undo() {
    Object.assign(this, this.#before.pop());
  }
}
