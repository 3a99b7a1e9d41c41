import type { Page } from 'playwright-core';

/** The least size of what a person presses, in CSS pixels. */
export const leastTarget = { mouse: 24, finger: 44 } as const;

/** What does not fit on the screen, in words: the page scrolls sideways, content is cut off, a target is too small. */
export const layoutFaults = async (page: Page, least: number): Promise<string[]> =>
  await page.evaluate<string[]>(`(${inPage})(${String(least)})`);

// Runs in the page, for which these tests have no types.
const inPage = String.raw`(least) => {
  const faults = new Set();
  const wide = document.documentElement.clientWidth;
  const high = document.documentElement.clientHeight;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const top = dialog ?? document.body;
  const name = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.innerText ?? element.value ?? '').trim().replace(/\s+/g, ' ');
    return element.tagName.toLowerCase() + '.' + String(element.className.baseVal ?? element.className) + ' “' + text.slice(0, 40) + '”';
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isForReaders = (element) => element.closest('.hidden-text') !== null || getComputedStyle(element).clipPath !== 'none';

  /** The part of a box that a person cannot bring onto the screen, in pixels. */
  const lost = (element, box) => {
    let { left, right, top: above, bottom: below } = box;
    let isFixed = false;
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const edge = at.getBoundingClientRect();
      const ellipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (style.overflowX !== 'visible') {
        if (/auto|scroll/.test(style.overflowX) || ellipsis) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        else if (left < edge.left - 1 || right > edge.right + 1) return Math.max(edge.left - left, right - edge.right);
      }
      if (style.overflowY !== 'visible') {
        if (/auto|scroll/.test(style.overflowY) || ellipsis) [above, below] = [Math.max(above, edge.top), Math.min(below, edge.bottom)];
        else if (above < edge.top - 3 || below > edge.bottom + 3) return Math.max(edge.top - above, below - edge.bottom);
      }
      isFixed ||= style.position === 'fixed';
      if (isFixed) break;
    }
    const sideways = Math.max(-left, right - wide);
    const upright = isFixed ? Math.max(-above, below - high) : -above - scrollY;
    return Math.max(sideways, upright, 0);
  };

  if (document.documentElement.scrollWidth > wide) faults.add('the page is ' + document.documentElement.scrollWidth + ' px wide');

  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || !isShown(element) || isForReaders(element) || element.closest('option, select, a[href^="#"]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && lost(element, box) > 1) faults.add('cut off by ' + Math.round(lost(element, box)) + ' px: ' + name(element));
  }

  for (const element of top.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    if (!/auto|scroll/.test(style.overflowY) || !isShown(element) || element.scrollHeight <= element.clientHeight) continue;
    if (element.clientHeight < 96 && element.tagName !== 'TEXTAREA') faults.add('scrolls in ' + element.clientHeight + ' px: ' + name(element));
  }

  const pressed = 'a[href]:not([href^="#"]), button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=tab], [role=switch]';
  const partOf = (element) => element.closest('label') ?? element;
  const targets = [...top.querySelectorAll(pressed)].filter((one) => isShown(one) && !one.disabled && !isForReaders(partOf(one)));
  const isInText = (element) => {
    if (getComputedStyle(element).display !== 'inline') return false;
    return [...element.parentElement.childNodes].some((node) => node !== element && node.textContent.trim() !== '');
  };
  /** Whether presses around the middle of an element reach it, which may be larger than its box. */
  const takes = (element, size) => {
    const part = partOf(element);
    part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = part.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const reach = size / 2 - 1;
    return [[0, -reach], [0, reach], [-reach, 0], [reach, 0]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (part.contains(hit) || partOf(hit) === part || hit.closest('a, button') === part);
    });
  };
  const boxes = new Map(targets.map((one) => [one, partOf(one).getBoundingClientRect()]));
  /** Whether a circle around the middle of a small target is free of the others. */
  const hasRoom = (element) => {
    const box = boxes.get(element);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return targets.every((other) => {
      if (partOf(other) === partOf(element)) return true;
      const { left, right, top: above, bottom: below } = boxes.get(other);
      return Math.hypot(Math.max(left - x, 0, x - right), Math.max(above - y, 0, y - below)) >= least / 2;
    });
  };
  for (const element of targets) {
    const { width, height } = boxes.get(element);
    if (width === 0 || (width >= least - 0.5 && height >= least - 0.5) || isInText(element)) continue;
    if (least <= 24 && hasRoom(element)) continue;
    if (!takes(element, least)) faults.add('a target of ' + Math.round(width) + ' × ' + Math.round(height) + ' px: ' + name(element));
  }
  return [...faults];
}`;
