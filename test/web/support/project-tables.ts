import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Json } from '../../support/service/client.ts';
import { desk, type OpenedPage, type WebService } from './signed-in-page.ts';

export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** A cell of a row; the first one holds its checkbox. */
export const cell = (page: Page, name: string, column: number): Locator =>
  row(page, name).getByRole('gridcell').nth(column);

/** The bar of a selection. */
export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });

/** Tables of projects. The projects of a test share the first word of their names. */
interface ProjectTables {
  /** Makes projects: `Oak 01`, `Oak 02`, … @returns their ids. */
  make(word: string, count: number, fields?: object): Promise<string[]>;
  /** The projects of a word, in the order of their names. */
  stored(word: string): Promise<Json[]>;
  /** Opens the table of the projects of a word. */
  table(word: string, query?: string, options?: BrowserContextOptions): Promise<OpenedPage>;
}

export const projectTables = (web: WebService): ProjectTables => ({
  make: async (word, count, fields = {}) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      name: `${word} ${String(index + 1).padStart(2, '0')}`,
      ...fields,
    }));
    const { body } = await web.service.first.post('/projects/bulk', { projects: rows });
    return (body.results as { id: string }[]).map(({ id }) => id);
  },
  stored: async (word) =>
    (await web.service.first.get(`/projects?name[starts_with]=${word}&sort=name&per_page=500`)).body.projects as Json[],
  table: async (word, query = '', options = desk) => {
    const opened = await web.openSignedIn(`/projects?name[starts_with]=${word}&sort=name${query}`, options);
    await opened.page.getByText(`${word} 01`).first().waitFor();
    return opened;
  },
});
