import type { Locator, Page, Route } from 'playwright-core';
import type { Json } from '../../support/service/client.ts';
import type { WebService } from './signed-in-page.ts';

/** The button that opens the editor of a field. */
export const edit = (page: Page, field: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Edit ${field}: `) });

export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

export const toast = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/** The middle of an element. */
export async function centre(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags an element over another one, and does not drop it yet. */
export async function drag(page: Page, element: Locator, over: Locator): Promise<void> {
  const from = await centre(element);
  const to = await centre(over);
  await page.mouse.move(from.x, from.y);
  // The page loads what dragging needs when a pointer first moves.
  await element.locator('xpath=ancestor-or-self::*[@draggable="true"]').waitFor();
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.locator('[data-dragging]').waitFor();
}

/** Drags an element onto another one and drops it there. */
export async function dragOnto(page: Page, element: Locator, over: Locator): Promise<void> {
  await drag(page, element, over);
  await page.mouse.up();
}

/** Leaves a request without an answer: one that fails takes the page offline. */
export const neverAnswer = (): void => undefined;

/** Reads a path of the API as the admin of the first firm. */
export const reader =
  (web: WebService) =>
  async (path: string): Promise<Json> =>
    (await web.service.first.get(path)).body;

/**
 * Counts how often the page has read a record again. A page may cancel a read and begin another one, so a test waits
 * for the count.
 */
export function rereads(page: Page, id: string): () => number {
  let count = 0;
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).searchParams.get('id') === id) count += 1;
  });
  return () => count;
}

/** Requests of a method that are held back. */
interface Held {
  readonly release: () => void;
  readonly count: () => number;
}

/** Holds the requests of a method back until `release` is called. @param part of their address. */
export async function hold(page: Page, method: string, part = '/api/'): Promise<Held> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let count = 0;
  await page.route(
    (url) => url.href.includes(part),
    async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      count += 1;
      await released;
      await route.continue();
    },
  );
  return { release: () => release(), count: () => count };
}

/** Takes an action of the menu of the signed-in person. */
export async function account(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('option', { name: action }).click();
}
