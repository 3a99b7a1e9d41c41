import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumProgram, overNetwork, sharedBrowser } from '../support/programs/browser.ts';
import { sharedService, type TestService } from '../support/service/service.ts';

const phone = { viewport: { width: 360, height: 740 } };
const desk = { viewport: { width: 1280, height: 900 } };

describe.skipIf(chromiumProgram === null)('the reference page in a browser', () => {
  let service: TestService;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([sharedService(), sharedBrowser()]);
    url = overNetwork(service.url);
  });
  afterAll(() => service.stop());

  /** Opens a page and records its faults: script errors, policy violations and requests to another origin. */
  async function open(path: string, options: BrowserContextOptions = desk) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => void wrong.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) wrong.push(request.url());
    });
    await page.goto(url + path);
    return { page, wrong, [Symbol.asyncDispose]: () => context.close() };
  }

  const search = async (page: Page, words: string): Promise<void> => {
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.locator('#found a').first().waitFor();
  };

  describe.each([
    ...['/docs', '/docs/reference/projects', '/docs/reference/projects/createProject', '/docs/guides/imports'],
    '/docs/errors',
  ])('%s', (path) => {
    test('fits the screen of a phone and requests nothing from another origin', async () => {
      await using opened = await open(path, phone);
      expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect(opened.wrong).toEqual([]);
    });

    test('follows the color scheme of the browser', async () => {
      const brightness = async (colorScheme: 'light' | 'dark'): Promise<number> => {
        await using opened = await open(path, { ...desk, colorScheme });
        const screen = (await opened.page.screenshot({ clip: { x: 700, y: 200, width: 1, height: 1 } })).toString(
          'base64',
        );
        return await opened.page.evaluate<number>(brightnessOf(screen));
      };
      expect(await brightness('dark')).toBeLessThan(100);
      expect(await brightness('light')).toBeGreaterThan(200);
    });
  });

  test.each([phone, desk])('shows each error code on one line at $viewport.width pixels', async (screen) => {
    await using opened = await open('/docs/errors', screen);
    const lines = await opened.page.evaluate<number[]>(
      '[...document.querySelectorAll("td:first-child code")].map((code) => code.getClientRects().length)',
    );
    expect(lines.length).toBeGreaterThan(30);
    expect(new Set(lines)).toEqual(new Set([1]));
  });

  test('shows search results over the full width of a phone', async () => {
    await using opened = await open('/docs', phone);
    await search(opened.page, 'amount');
    expect((await opened.page.locator('#found').boundingBox())?.width).toBeGreaterThan(320);
    expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  test('is readable without JavaScript', async () => {
    await using opened = await open('/docs/reference/projects/createProject', { ...desk, javaScriptEnabled: false });
    const text = await opened.page.locator('#createProject').innerText();
    for (const shown of ['/projects', 'bid_due_at', 'curl', 'urllib.request', 'fetch(']) expect(text).toContain(shown);
  });

  test.each([
    ['square_feet create', '/docs/reference/projects/createProject'],
    ['merge patch', '/docs/guides/api#changing-and-deleting'],
  ])('finds %s', async (words, place) => {
    await using opened = await open('/docs');
    await search(opened.page, words);
    await opened.page.locator(`#found a[href$="${place.replace('/docs/', '')}"]`).click();
    await opened.page.waitForURL(url + place);
    expect(opened.wrong).toEqual([]);
  });

  test('shows samples in the language that the reader chose last', async () => {
    await using opened = await open('/docs');
    const { page } = opened;
    await page.getByRole('button', { name: 'Python' }).first().click();
    await page.goto(`${url}/docs/reference/projects/createProject`);
    const shown = page.locator('#createProject .sample:visible').first();
    expect(await shown.innerText()).toContain('import urllib.request');
  });

  test('copies the sample that is shown', async () => {
    await using opened = await open('/docs/reference/projects/createProject');
    const { page } = opened;
    const sample = page.locator('#createProject .sample:visible pre').first();
    await page.locator('#createProject').getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.locator('search input').press('Control+v');
    const flat = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, '');
    expect(flat(await page.locator('search input').inputValue())).toBe(flat(await sample.textContent()));
  });

  test('copies the code of a guide', async () => {
    await using opened = await open('/docs/guides/first-integration');
    const { page } = opened;
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.locator('search input').press('Control+v');
    expect(await page.locator('search input').inputValue()).toContain('docs/examples/first_integration.py');
  });

  test('sends a request with the token that the reader enters', async () => {
    await using opened = await open('/docs/reference/projects/createProject', phone);
    const { page, wrong } = opened;
    const form = page.locator('#createProject form');
    await page.locator('#createProject .try summary').click();
    await form.locator('[name=token]').fill(service.tokens.first);
    await form.locator('[name=body]').fill('{"project": {"name": "Riverside Elementary School"}}');
    await form.getByRole('button', { name: 'Send POST' }).click();
    await form.getByText(/^201/).waitFor();
    const { body } = await service.first.get('/projects?fields=name');
    expect(body.projects).toEqual([{ name: 'Riverside Elementary School' }]);

    await page.goto(`${url}/docs/reference/projects/listProjects`);
    await page.locator('#listProjects .try summary').click();
    await page.locator('#listProjects [name="query:per_page"]').fill('0');
    await page.locator('#listProjects [name=more]').fill('name=x');
    await page.locator('#listProjects').getByRole('button', { name: 'Send GET' }).click();
    await page.locator('#listProjects output').getByText('"invalid_query"').first().waitFor();
    expect(wrong.filter((text) => !text.includes('400'))).toEqual([]);
  });
});

/** Returns a script that computes the mean of red, green and blue of a one-pixel picture. */
const brightnessOf = (picture: string): string => `
  createImageBitmap(new Blob([Uint8Array.from(atob('${picture}'), (sign) => sign.charCodeAt(0))])).then((bitmap) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.drawImage(bitmap, 0, 0);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  })`;
