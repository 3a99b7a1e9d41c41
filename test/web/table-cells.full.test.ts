import { expect, test } from 'vitest';
import { inBrowser } from './support/in-browser.ts';
import { toast } from './support/page-parts.ts';
import { cell, projectTables, row } from './support/project-tables.ts';
import { violations } from './support/violations.ts';

inBrowser('the cells of a table', (web) => {
  const tables = projectTables(web);

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

  test('the cell of a bid takes an hour, and a day without a time refuses one', async () => {
    await tables.make('Hour', 1, { start_date: '2031-06-01' });
    await using opened = await tables.table('Hour', '&fields=name,bid_due_date,start_date');
    const { page } = opened;
    const edit = async (place: number, text: string): Promise<void> => {
      await cell(page, 'Hour 01', place).dblclick();
      await page.getByRole('textbox').last().fill(text);
      await page.keyboard.press('Enter');
    };
    await edit(2, '3/20/2031 2:30p');
    await toast(page, 'Bid due date of Hour 01 is changed.');
    await page.getByText(/Mar 20, 2031, 2:30 PM/).waitFor();
    const [stored] = await tables.stored('Hour');
    expect(stored).toMatchObject({ bid_due_date: '2031-03-20', bid_due_at_includes_time: true });
    await edit(2, '3/20/2031');
    await page.getByText('Thu, Mar 20, 2031', { exact: true }).waitFor();
    await expect
      .poll(() => tables.stored('Hour'))
      .toMatchObject([{ bid_due_date: '2031-03-20', bid_due_at_includes_time: false }]);
    await edit(3, '6/2/2031 2p');
    await page.getByRole('alert').getByText('This field has a day without a time, such as 3/14.').waitFor();
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
