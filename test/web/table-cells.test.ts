import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { cell, projectTables, row } from './support/project-tables.ts';

inBrowser('the cells of a table', (web) => {
  const tables = projectTables(web);

  test('edits cells by keys: Enter goes down, Tab to the right, Escape restores', async () => {
    await tables.make('Ivy', 3);
    await using opened = await tables.table(
      'Ivy',
      '&fields=name,amount,project_number,market_sector,price_per_square_foot',
    );
    const { page, wrong } = opened;
    await page.getByRole('link', { name: 'Ivy 01' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2.5m');
    await page.keyboard.press('Enter');
    await cell(page, 'Ivy 01', 2).getByText('$2,500,000').waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.type('60');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('7');
    await page.keyboard.press('Tab');
    await page.keyboard.type('x-12');
    await page.keyboard.press('Enter');
    await page.keyboard.type('thrown away');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await tables.stored('Ivy')).map((one) => [one.amount, one.project_number]))
      .toEqual([
        [2_500_000, null],
        [7, 'x-12'],
        [null, null],
      ]);
    expect(await page.evaluate('document.activeElement.dataset.place')).toBe('3-3');
    expect(await page.getByRole('region', { name: 'Selection' }).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Market sector' }).waitFor();
    await page.getByRole('dialog').getByRole('option').first().click();
    await toast(page, 'Market sector of Ivy 03 is changed.');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await toast(page, /Price per sq ft cannot be changed here. “Amount” divided by “Square feet”/);
    await page.keyboard.press('Control+z');
    await toast(page, 'Market sector of Ivy 03 is as it was.');
    expect((await tables.stored('Ivy'))[2].market_sector).toBeNull();
    expect(wrong).toEqual([]);
  });

  test('a change that the service did not get stays at its row until it is sent', async () => {
    await tables.make('Tea', 1);
    await using opened = await tables.table('Tea', '&fields=name,amount');
    const { page } = opened;
    await page.route('**/api/2023-01/projects/*', (route) => route.abort());
    await cell(page, 'Tea 01', 2).dblclick();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await cell(page, 'Tea 01', 2).getByText('$12').waitFor();
    await row(page, 'Tea 01')
      .getByText(/Amount “12” is not saved\. The service does not answer/)
      .waitFor({ timeout: 40_000 });
    await page.unroute('**/api/2023-01/projects/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await toast(page, 'Amount of Tea 01 is changed.');
    expect((await tables.stored('Tea'))[0].amount).toBe(12);
  });
});
