import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { cell, projectTables, row } from './support/project-tables.ts';
import { violations } from './support/violations.ts';

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

  test('the day of a bid keeps its hour, in a cell and in bulk', async () => {
    await tables.make('Box', 2, { bid_due_at: '2031-03-14T19:00:00Z' });
    await using opened = await tables.table('Box', '&fields=name,bid_due_date');
    const { page } = opened;
    await cell(page, 'Box 01', 2).dblclick();
    await page.getByRole('textbox', { name: 'Bid due date' }).fill('2031-03-20');
    await page.keyboard.press('Enter');
    await toast(page, 'Bid due date of Box 01 is changed.');
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Field to change').selectOption('Bid due');
    await page.getByLabel('Bid due', { exact: true }).fill('2031-04-01');
    await page.getByRole('button', { name: 'Change 2 projects' }).click();
    await toast(page, '2 projects are changed.');
    expect((await tables.stored('Box')).map((one) => [one.bid_due_date, one.bid_due_at_includes_time])).toEqual([
      ['2031-04-01', true],
      ['2031-04-01', true],
    ]);
    await page.keyboard.press('Control+z');
    await toast(page, '2 projects are as they were.');
    expect((await tables.stored('Box')).map((one) => [one.bid_due_date, one.bid_due_at_includes_time])).toEqual([
      ['2031-03-20', true],
      ['2031-03-14', true],
    ]);
  });

  test('a refused change says why at its row, keeps what was typed, and can be sent again', async () => {
    await tables.make('Sal', 2, { start_date: '2031-06-01' });
    await using opened = await tables.table('Sal', '&fields=name,end_date,amount');
    const { page } = opened;
    await cell(page, 'Sal 01', 2).dblclick();
    await page.keyboard.type('2031-05-01');
    await page.keyboard.press('Enter');
    const fault = row(page, 'Sal 01').getByRole('alert');
    await fault.getByText(/End date “2031-05-01” is not saved\. End date must not be before “Start date”\./).waitFor();
    expect(await violations(page)).toEqual([]);
    const [first] = await tables.stored('Sal');
    await web.service.first.patch(`/projects/${first.id}`, { project: { start_date: '2031-04-01' } });
    await fault.getByRole('button', { name: 'Try again' }).click();
    await toast(page, 'End date of Sal 01 is changed.');
    expect((await tables.stored('Sal'))[0].end_date).toBe('2031-05-01');
    await fault.waitFor({ state: 'detached' });
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
      .waitFor();
    await page.unroute('**/api/2023-01/projects/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await toast(page, 'Amount of Tea 01 is changed.');
    expect((await tables.stored('Tea'))[0].amount).toBe(12);
  });

  test('a change of another person does not replace a field that is edited, and names the person', async () => {
    const [id = ''] = await tables.make('Pin', 1, { amount: 1 });
    await using opened = await tables.table('Pin', '&fields=name,amount,project_number');
    const { page } = opened;
    await cell(page, 'Pin 01', 2).dblclick();
    await page.getByRole('textbox', { name: 'Amount' }).fill('20');
    await web.service.first.patch(`/projects/${id}`, { project: { amount: 300, project_number: 'N-1' } });
    await cell(page, 'Pin 01', 3).getByText('N-1').waitFor();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('20');
    await page.keyboard.press('Enter');
    await row(page, 'Pin 01')
      .getByText(/Amount “20” is not saved\. .+ has changed it at/)
      .waitFor();
    await cell(page, 'Pin 01', 2).getByText('$300').waitFor();
    await page.getByRole('button', { name: 'Use mine' }).click();
    await toast(page, 'Amount of Pin 01 is changed.');
    expect((await tables.stored('Pin'))[0].amount).toBe(20);
  });

  test('prints all loaded rows, also those that are not on the screen', async () => {
    await tables.make('Nut', 90);
    await using opened = await tables.table('Nut', '&fields=name,amount');
    const { page } = opened;
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('tbody tr').count()).toBe(90);
    expect(await page.locator('thead th').allInnerTexts()).toEqual(['Name', 'Amount']);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Columns' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: /^Name starts with Nut/ }).isVisible()).toBe(true);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await page.getByRole('grid').waitFor();
  });
});
