import type { Locator, Page } from 'playwright-core';
import type { Json } from '../../support/service/client.ts';
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
