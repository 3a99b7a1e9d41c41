import type { Page } from 'playwright-core';

/** What a person does with the hand. A chord is one key, and so is a letter. */
export interface Interactions {
  readonly drags: number;
  readonly keys: number;
  readonly clicks: number;
}

/** Counts what a person does from now on. */
export const countInteractions = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    window.interactions = { drags: 0, keys: 0, clicks: 0 };
    const add = (kind) => (window.interactions[kind] += 1);
    window.counts ??= [
      ['dragstart', () => add('drags')],
      ['keydown', ({ key }) => ['Shift', 'Control'].includes(key) || add('keys')],
      // Enter in a form is a click without a count.
      ['click', ({ detail }) => detail === 0 || add('clicks')],
    ].map(([type, count]) => window.addEventListener(type, count, { capture: true }));
  }`);

export const interactions = (page: Page): Promise<Interactions> => page.evaluate<Interactions>('window.interactions');
