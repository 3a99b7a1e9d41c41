import { type Anchor, keepAnchor } from './anchor.ts';
import { narrow } from '../use-media.ts';
import { scaled } from '../scaled.ts';

/** The space between a popover and its anchor, and between a popover and the edge of the window, in pixels. */
const gap = 4;
const margin = 8;

/** A popover needs at least so much height, to be scaled. */
const leastHeight = 200;

/**
 * Places an open popover below its anchor, or above it where there is more room, and again whenever the window changes.
 * A narrow screen shows it as a sheet at the foot: its style does that. @returns ends it.
 */
export function placeAt(popover: HTMLElement, anchor: Anchor | null): () => void {
  keepAnchor(popover, anchor);
  const place = (): void => {
    popover.removeAttribute('style');
    if (!window.matchMedia(narrow).matches) Object.assign(popover.style, placeOf(popover, anchor));
  };
  place();
  window.addEventListener('resize', place);
  return () => window.removeEventListener('resize', place);
}

/** The position of a popover as styles; none, which is the middle of the window, if there is no room at its anchor. */
function placeOf(popover: HTMLElement, anchor: Anchor | null): Partial<CSSStyleDeclaration> {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const box = anchor?.getBoundingClientRect();
  if (!box || box.width === 0 || box.right < 0 || box.left > width) return {};
  const above = box.top - gap - margin;
  const below = height - box.bottom - gap - margin;
  const room = Math.max(above, below);
  if (room < scaled(leastHeight)) return {};
  const left = Math.max(margin, Math.min(box.left, width - popover.offsetWidth - margin));
  const isBelow = popover.offsetHeight <= below || below >= above;
  return {
    margin: '0',
    insetInlineEnd: 'auto',
    left: `${left}px`,
    ...(isBelow
      ? { top: `${box.bottom + gap}px`, bottom: 'auto', maxHeight: `${below}px` }
      : { top: 'auto', bottom: `${height - box.top + gap}px`, maxHeight: `${above}px` }),
  };
}
