import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { phone } from './support/signed-in-page.ts';

const cells = async (page: Page, name: string): Promise<string[]> => {
  const texts = await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('gridcell')
    .allInnerTexts();
  return texts.slice(1, 5).map((text) => text.trim());
};

interface Styled {
  getComputedStyle(of: unknown): Readonly<Record<string, string>>;
}

const styleOf = (element: Locator, property: string): Promise<string | undefined> =>
  element.evaluate((one, name) => (globalThis as unknown as Styled).getComputedStyle(one)[name], property);

inBrowser('the figures of tables', (web) => {
  const furnish = async (name: string): Promise<string> => {
    const { first } = web.service;
    const stages = (await first.get('/project_stages')).body.project_stages;
    const stageOf = (wanted: string): string =>
      stages.find(({ category }: { category: string }) => category === wanted).id;
    const { id } = await make(first, 'companies', { name });
    await make(first, 'projects', { company_id: id, amount: 1_200_000 });
    await make(first, 'projects', { company_id: id, project_stage_id: stageOf('won') });
    await make(first, 'projects', { company_id: id, project_stage_id: stageOf('lost'), close_type: 'lost' });
    await make(first, 'calls', { company_id: id, recorded_at: '2026-01-14T18:00:00Z' });
    return id;
  };

  test('companies show open jobs, won of decided and the last contact, read with the page and kept up to date', async () => {
    const id = await furnish('Granite Works');
    await make(web.service.first, 'companies', { name: 'Bare Works' });
    await using opened = await web.openSignedIn('/companies?name[contains]=works&sort=-name');
    const { page } = opened;
    const read: string[] = [];
    page.on('request', (request) => void read.push(new URL(request.url()).pathname));
    await page.reload();
    await expect.poll(() => cells(page, 'Granite Works')).toEqual(['Granite Works', '1 · $1.2M', '1 of 2', 'Jan 14']);
    expect(await cells(page, 'Bare Works')).toEqual(['Bare Works', '–', '–', '–']);
    expect(read.filter((path) => /\/(?:companies\/\d+|summary|calls)$/.test(path))).toEqual([]);
    await make(web.service.first, 'projects', { company_id: id, amount: 300_000 });
    await expect.poll(() => cells(page, 'Granite Works')).toEqual(['Granite Works', '2 · $1.5M', '1 of 2', 'Jan 14']);
    expect(await page.getByRole('columnheader', { name: 'Last contact' }).getByRole('button').count()).toBe(0);
  });

  test('on a phone, the figures of a company have their names', async () => {
    await furnish('Pocket Works');
    await using opened = await web.openSignedIn('/companies?name[contains]=pocket', phone);
    await opened.page.getByText('Open jobs: 1 · $1.2M · Won: 1 of 2 · Last contact: Jan 14').waitFor();
  });

  test('projects show estimator, and due date with its hour, without scrolling at 1280 pixels; late ones in red', async () => {
    const { first } = web.service;
    const { user } = (await first.get('/users/me')).body;
    await make(first, 'projects', {
      ...{ name: 'Late Mill', assigned_to_id: user.id, bid_due_at: '2026-01-14T20:30:00Z', amount: 12_345_678.25 },
    });
    for (const [options, place] of [
      [{ viewport: { width: 1280, height: 720 } }, 'grid'],
      [phone, 'list'],
    ] as const) {
      await using opened = await web.openSignedIn('/projects?name=Late%20Mill', options);
      const { page } = opened;
      const rows = page.getByRole(place, { name: 'Projects' });
      const due = rows.getByText(/Jan 14, 2:30\sPM/);
      await due.waitFor();
      expect(await due.innerText()).toMatch(/, overdue$/);
      const red = await styleOf(due, 'color');
      const plain = await styleOf(rows, 'color');
      expect(red).not.toBe(plain);
      if (place === 'list') continue;
      for (const shown of [due, rows.getByText(user.name)]) {
        const box = await shown.boundingBox();
        expect((box?.x ?? 1280) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
        // The hidden word at the end is a pixel wide.
        expect(await shown.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(1);
      }
    }
  });

  test('heads that sort have the hand and a sign, and say how the rows are sorted', async () => {
    await using opened = await web.openSignedIn('/projects');
    const { page } = opened;
    const head = page.getByRole('columnheader', { name: 'Bid due date' });
    const button = head.getByRole('button');
    expect(await styleOf(button, 'cursor')).toBe('pointer');
    expect(await button.locator('svg').count()).toBe(1);
    expect(await head.getAttribute('aria-sort')).toBe('none');
    await button.click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
    const fixed = page.getByRole('columnheader', { name: 'Client' });
    expect([await fixed.getByRole('button').count(), await fixed.getAttribute('aria-sort')]).toEqual([0, null]);
  });
});
