// Who works with the keyboard, or hears the page, never falls back to its beginning.

let last = null; // what had the focus outside of dialogs, and where it stood

// What an element is known by when it is drawn again: its id, or else what it says.
export const known = (element) => ({ id: element.dataset.id, says: element.getAttribute("aria-label") ?? element.textContent });

// `goOn` moves the focus to what stands now where the lost element stood: it is given its message, if it stood in
// one, and what the element was.
export function keepFocus(goOn) {
  document.addEventListener("focusin", ({ target }) => {
    if (target.closest("dialog")) return;
    last = { element: target, message: target.closest(".message")?.dataset.message, was: known(target) };
  });
  const look = () => {
    if (!last || document.querySelector("dialog[open]")) return;
    if (![document.body, last.element].includes(document.activeElement)) return;
    // What is still there was left on purpose.
    if (last.element.isConnected && last.element.checkVisibility({ visibilityProperty: true })) return;
    const { message, was } = last;
    last = null;
    goOn(message, was);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
}
