import type { Locator, Page } from 'playwright-core';
import type { Json } from '../../support/service/client.ts';
import { centre } from './page-parts.ts';
import type { OpenedPage, WebService } from './signed-in-page.ts';

export const bid = (page: Page | Locator, name: string): Locator => page.locator('[data-card]', { hasText: name });
export const day = (page: Page, date: string): Locator => page.locator(`[data-day="${date}"]`);
export const tray = (page: Page): Locator => page.getByRole('region', { name: /^No due date/ });
export const bidsOn = (page: Page, date: string): Promise<string[]> =>
  day(page, date).locator('[data-card]').allTextContents();

/** The bids of a service and its calendar. */
export const bids = (web: WebService) => ({
  /** Makes a project. @returns its id. */
  project: async (name: string, fields: object = {}): Promise<string> =>
    (await web.service.first.post('/projects', { project: { name, ...fields } })).body.project.id as string,
  read: async (id: string): Promise<Json> => (await web.service.first.get(`/projects/${id}`)).body.project,
  /** Opens the calendar with only the bids whose names begin so. */
  calendar: async (start: string, search = ''): Promise<OpenedPage> => {
    const opened = await web.openSignedIn(`/calendar?name[starts_with]=${start}${search}`);
    await bid(opened.page, start).first().waitFor();
    return opened;
  },
});

/** The answer of a service that refuses to change a date. */
export const refusal = JSON.stringify({
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'The date is locked.',
  code: 'conflict',
});

/** Drags an element over another one, and does not drop it yet. */
export async function drag(page: Page, element: Locator, over: Locator): Promise<void> {
  const from = await centre(element);
  const to = await centre(over);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

/** Counts what a person does from now on. */
export const countInteractions = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    window.interactions = { drags: 0, keys: 0, clicks: 0 };
    for (const [type, kind] of [['dragstart', 'drags'], ['keydown', 'keys'], ['click', 'clicks']])
      // Enter in a form is a click without a count.
      window.addEventListener(type, ({ detail }) => (window.interactions[kind] += type === 'click' ? Math.min(detail, 1) : 1), { capture: true });
  }`);

export const interactions = (page: Page): Promise<unknown> => page.evaluate('window.interactions');
