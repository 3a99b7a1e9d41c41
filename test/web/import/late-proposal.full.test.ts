import { expect, test } from 'vitest';
import { csv, upload } from '../../support/data/importing.ts';
import { inBrowser } from '../support/in-browser.ts';

inBrowser('a field that a person chooses for a column', (web) => {
  test('gives a column its field also if another column has lost its own meanwhile', async () => {
    const text = csv(['Title', 'Bid Due', 'Amount'], ['Depot', '3/14/2026', '4200']);
    const item = await upload(web.service.first, 'projects', text);
    await using opened = await web.openSignedIn(`/import/${item.id}?step=map`);
    const { page } = opened;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/proposal?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Amount fills Amount. Change it' }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('Square feet');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Do not fill Bid due date from Bid Due' }).click();
    release();
    await page.getByRole('button', { name: 'Amount fills Square feet. Change it' }).waitFor();
    await page.getByRole('button', { name: 'Choose a field for Bid Due' }).waitFor();
    const filled = async (): Promise<string[]> => {
      const { mapping } = (await web.service.first.get(`/imports/${item.id}`)).body.import;
      return mapping.columns.map(({ to }: { to: string }) => to);
    };
    await expect.poll(filled).toEqual(['name', 'square_feet']);
  });
});
