/** The element that a popover stands at. */
export type Anchor = Element;

const controls = '[data-act], button, a, label, summary, [role="gridcell"]';

let pressed: Element | null = null;

window.addEventListener(
  'pointerdown',
  ({ target }) => (pressed = target instanceof Element ? (target.closest(controls) ?? target) : null),
  { capture: true },
);
window.addEventListener('keydown', () => (pressed = document.activeElement), { capture: true });

const anchors = new WeakMap<Element, Anchor | null>();

/**
 * The element that a popover which opens now stands at: the control that the person pressed last, or the element with
 * the focus if it was a key. A popover that opens from another one takes over its place.
 */
export function anchorNow(): Anchor | null {
  const outer = pressed?.closest('dialog');
  return outer && anchors.has(outer) ? (anchors.get(outer) ?? null) : pressed;
}

/** Remembers the anchor of a popover, for those that open from it. */
export const keepAnchor = (popover: Element, anchor: Anchor | null): void => void anchors.set(popover, anchor);
