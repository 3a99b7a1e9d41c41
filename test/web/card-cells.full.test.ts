import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { desk, phone } from './support/signed-in-page.ts';

const dayMs = 86_400_000;

/** The cells of the board's cards that do not show all of their text, in words. */
const cut = async (page: Page): Promise<string[]> =>
  await page.evaluate<string[]>(String.raw`(() => {
    const faults = [];
    /** The lines of an element's text. */
    const linesOf = (element) => {
      const lines = new Map();
      const [node] = element.childNodes;
      for (let at = 0; at < node.data.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        lines.set(top, (lines.get(top) ?? '') + node.data[at]);
      }
      return [...lines.values()];
    };
    for (const cells of document.querySelectorAll('[data-card] [data-cells]')) {
      const due = cells.querySelectorAll('[aria-hidden]')[1];
      if (linesOf(due).length > 1) faults.push('a line breaks within the due date: ' + linesOf(due).join(' / '));
      const outer = cells.getBoundingClientRect();
      for (const element of cells.querySelectorAll('span:not(.hidden-text)')) {
        const cell = element.closest('[data-cells] > span');
        const box = cell.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('[aria-hidden]'));
        const text = range.getBoundingClientRect();
        const isCut =
          element.scrollWidth > element.clientWidth ||
          element.scrollHeight > element.clientHeight ||
          text.left < box.left || text.right > box.right || text.top < box.top || text.bottom > box.bottom ||
          box.right > outer.right + 0.5;
        if (isCut) faults.push(cell.querySelector('[aria-hidden]').innerText + ': ' + [element.scrollWidth, element.clientWidth, element.scrollHeight, element.clientHeight]);
      }
    }
    return faults;
  })()`);

const shown = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-card] [data-cells]')].map((cells) =>
      [...cells.querySelectorAll('[aria-hidden]')].map((cell) => cell.textContent.replace(/\\s/g, ' ')).join(' | '))`,
  );

inBrowser('the cells of a card on the board', (web) => {
  beforeAll(async () => {
    const { first, clock } = web.service;
    const wide = await make(first, 'users', { first_name: 'Wanda', last_name: 'Wójcik' });
    const { id: stageId } = (await first.get('/project_stages')).body.project_stages[0];
    const common = { project_stage_id: stageId, assigned_to_id: wide.id };
    // Cards that stay in their stage for years, due long before and long after the day of the test.
    for (const [name, due] of [
      ['Past', { bid_due_at: '2024-12-28T22:59:00Z' }],
      ['Day', { bid_due_date: '2030-12-28' }],
      ['Noon', { bid_due_at: '2030-09-30T17:00:00Z' }],
      ['Night', { bid_due_at: '2031-12-29T04:44:00Z' }],
      ['Soon', { bid_due_at: '2029-10-26T17:44:00Z' }],
      ['Later', { bid_due_at: '2029-11-28T17:44:00Z' }],
      ['None', {}],
    ] as const) {
      await make(first, 'projects', { ...common, name, amount: 9_876_543_210_987, ...due });
    }
    await make(first, 'projects', { ...common, name: 'Small', amount: 888_888, bid_due_date: '2029-10-26' });
    clock.advance(1_330 * dayMs);
  });

  describe.each(['USD', 'CHF', 'XAF'])('in %s', (currency) => {
    test.each([
      ['a desk', desk],
      ['a phone', phone],
    ])('show all of their text on %s', async (_, look) => {
      await web.service.first.patch('/account', { account: { currency } });
      await using opened = await web.openSignedIn('/pipeline', look);
      const { page } = opened;
      await page.locator('[data-card]', { hasText: 'Small' }).waitFor();
      // The fonts of the system, which show until then, are wider.
      await page.evaluate('document.fonts.ready');
      expect((await shown(page)).find((text) => text.includes('12/28/31'))).toMatch(
        /9\.88T \| 12\/28\/31 10:44p \| WW \| 1330d$/,
      );
      expect((await shown(page)).length).toBe(8);
      expect(await cut(page)).toEqual([]);
    });
  });
});
