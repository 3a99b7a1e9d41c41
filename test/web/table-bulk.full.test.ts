import { expect, test } from 'vitest';
import type { Json } from '../support/service/client.ts';
import { inBrowser } from './support/in-browser.ts';
import { bar, projectTables, row } from './support/project-tables.ts';
import { hold, toast } from './support/page-parts.ts';
import { violations } from './support/violations.ts';

inBrowser('changes of many records', (web) => {
  const tables = projectTables(web);

  test('changes all records that match, also those that are not loaded, after it has counted them again', async () => {
    await tables.make('Ash', 130);
    await using opened = await tables.table('Ash');
    const { page } = opened;
    const reread = new Set<string>();
    page.on('request', (request) => {
      const query = new URL(request.url()).searchParams;
      if (!query.get('include')?.includes('version')) return;
      for (const id of query.get('id')?.split(',') ?? []) reread.add(id);
    });
    await page.getByRole('link', { name: 'Ash 01' }).focus();
    await page.keyboard.press('Control+a');
    await bar(page).getByText('100 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 130 that match' }).click();
    await bar(page).getByText('All 130 projects that match are selected').waitFor();
    await bar(page).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 130 projects' });
    await dialog.waitFor();
    await web.service.first.post('/projects', { project: { name: 'Ash 999' } });
    await dialog.getByLabel('Field to change').selectOption('Amount');
    await dialog.getByLabel('Amount', { exact: true }).fill('1.5m');
    await dialog.getByRole('button', { name: 'Change 130 projects' }).click();
    await page.getByText('131 projects match now. There were 130 when you selected them.').waitFor();
    expect((await tables.stored('Ash')).every((one) => one.amount === null)).toBe(true);
    await page.getByRole('button', { name: 'Change 131 projects' }).click();
    await toast(page, '131 projects are changed.');
    expect((await tables.stored('Ash')).filter((one) => one.amount === 1_500_000)).toHaveLength(131);
    // Of the rows, the table reads again those that it has loaded.
    await expect.poll(() => reread.size).toBe(100);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, '131 projects are as they were.');
    expect((await tables.stored('Ash')).every((one) => one.amount === null)).toBe(true);
  });

  test('the undo of a long change says how far it is', async () => {
    await tables.make('Fir', 501);
    await using opened = await tables.table('Fir');
    const { page } = opened;
    await page.getByRole('link', { name: 'Fir 01' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Select all 501 that match' }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 501 projects' }).click();
    await toast(page, '501 projects are deleted.');
    const sent = await hold(page, 'POST');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, '0 of 501 undone');
    sent.release();
    await toast(page, '501 projects are as they were.');
    expect(await page.getByText('of 501 undone').count()).toBe(0);
  });

  test('a bulk keeps the failed rows selected, with their reasons, and undoes the others', async () => {
    const [first = ''] = await tables.make('Yew', 3, { end_date: '2031-06-30', amount: 5 });
    await web.service.first.patch(`/projects/${first}`, { project: { start_date: '2031-06-01' } });
    await using opened = await tables.table('Yew', '&fields=name,amount,end_date');
    const { page } = opened;
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Field to change').selectOption('End date');
    await dialog.getByLabel('End date', { exact: true }).fill('2031-05-01');
    await dialog.getByLabel('Another field').selectOption('Amount');
    await dialog.getByRole('checkbox', { name: 'Clear Amount' }).check();
    await dialog.getByLabel('Another field').selectOption('Description');
    await dialog.getByRole('button', { name: 'Change 3 projects' }).click();
    const failed = page.getByRole('list', { name: 'Not changed' }).getByRole('listitem');
    await failed.first().waitFor();
    expect(await failed.allInnerTexts()).toEqual([
      expect.stringMatching(/^Yew 01\s+End date must not be before “Start date”\.$/),
    ]);
    expect(await failed.getByRole('link').getAttribute('href')).toBe(`/projects/${first}`);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await bar(page).getByText('1 selected').waitFor();
    expect(await row(page, 'Yew 01').getAttribute('aria-selected')).toBe('true');
    const after = await tables.stored('Yew');
    expect(after.map((one) => [one.end_date, one.amount])).toEqual([
      ['2031-06-30', 5],
      ['2031-05-01', null],
      ['2031-05-01', null],
    ]);
    await web.service.first.patch(`/projects/${after[2].id}`, { project: { amount: 9 } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, '1 project is as it was. 1 project could not be undone. Yew 03: Amount was changed since.');
    expect((await tables.stored('Yew')).map((one) => [one.end_date, one.amount])).toEqual([
      ['2031-06-30', 5],
      ['2031-06-30', 5],
      ['2031-05-01', 9],
    ]);
  });

  test('stops a long bulk after the part that is sent, and keeps the other rows selected', async () => {
    await tables.make('Hop', 510);
    await using opened = await tables.table('Hop', '&fields=name,amount');
    const { page } = opened;
    await page.getByRole('link', { name: 'Hop 01' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Select all 510 that match' }).click();
    await bar(page).getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Field to change').selectOption('Amount');
    await page.getByLabel('Amount', { exact: true }).fill('7');
    const held = await hold(page, 'POST', '/projects/bulk');
    await page.getByRole('button', { name: 'Change 510 projects' }).click();
    await page.getByText('0 of 510 done').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    held.release();
    await page.getByRole('dialog', { name: 'Stopped' }).getByText('500 projects are changed.').waitFor();
    await page.getByText('10 projects are as before, because you stopped it.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await bar(page).getByText('10 selected').waitFor();
    expect(
      (
        await web.service.first.get('/projects?name[starts_with]=Hop&amount=7&fields=id', { prefer: 'count=exact' })
      ).headers.get('x-total-count'),
    ).toBe('500');
  });

  test('a key that is pressed while a bulk begins does not stop it', async () => {
    await tables.make('Elm', 2);
    await using opened = await tables.table('Elm');
    const { page } = opened;
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Field to change').selectOption('Amount');
    await page.getByLabel('Amount', { exact: true }).fill('7');
    const held = await hold(page, 'POST', '/projects/bulk');
    await page.keyboard.press('Enter');
    for (const key of ['Delete', 'Enter', 'm']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog', { name: /^(Delete|Move) 2/ }).count()).toBe(0);
    held.release();
    await toast(page, '2 projects are changed.');
    expect((await tables.stored('Elm')).map((one) => one.amount)).toEqual([7, 7]);
  });

  test('says that the rows after a failed part were not sent because of it', async () => {
    await tables.make('Ivy', 501);
    await using opened = await tables.table('Ivy', '&fields=name,amount');
    const { page } = opened;
    await page.getByRole('link', { name: 'Ivy 01' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Select all 501 that match' }).click();
    await page.keyboard.press('Delete');
    await page.route('**/projects/bulk/delete', (route) => route.abort());
    await page.getByRole('button', { name: 'Delete 501 projects' }).click();
    await page.getByText('1 project is as before, because an earlier part failed.').waitFor();
    await page.getByText('500 projects are not deleted, and stay selected:').waitFor();
    expect(await tables.stored('Ivy')).toHaveLength(500);
  });

  test('closes several projects at once, and the undo opens them with their own probability and days in stage', async () => {
    const threeDays = 3 * 86_400_000;
    web.service.clock.advance(-threeDays);
    const [, second = ''] = await tables.make('Bay', 2, { probability: 0.33 });
    web.service.clock.advance(threeDays);
    await using opened = await tables.table('Bay');
    const { page } = opened;
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Move 2 projects' }).waitFor();
    await page.keyboard.type('lost');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Close 2 projects as Lost' }).waitFor();
    expect(await page.getByLabel('Decision date').inputValue()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    await page.keyboard.type('pr');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await toast(page, '2 projects are moved to Lost.');
    expect((await tables.stored('Bay')).map((one) => one.close_type)).toEqual(['lost', 'lost']);
    // A later change of another field stays.
    await web.service.first.patch(`/projects/${second}`, { project: { description: 'Later' } });
    await page.keyboard.press('Control+z');
    await toast(page, '2 projects are as they were.');
    const fields = (await tables.stored('Bay')).map((one) => [
      one.close_type,
      one.award_date,
      one.probability,
      one.loss_reason,
      one.stage_age,
      one.description,
    ]);
    expect(fields).toEqual([
      [null, null, 0.33, null, 3, null],
      [null, null, 0.33, null, 3, 'Later'],
    ]);
  });

  test('the undo of a move takes back the date of submission of every project, however many', async () => {
    await tables.make('Oak', 205);
    await using opened = await tables.table('Oak', '&fields=name,amount');
    const { page } = opened;
    await page.getByRole('link', { name: 'Oak 01' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Select all 205 that match' }).click();
    await page.keyboard.press('m');
    await page.getByRole('dialog', { name: 'Move 205 projects' }).waitFor();
    await page.keyboard.type('bid submitted');
    await page.keyboard.press('Enter');
    await toast(page, '205 projects are moved to Bid Submitted.');
    const submitted = async (): Promise<number> => {
      const { body } = await web.service.first.get(
        '/projects?name[starts_with]=Oak&include=submitted_at&fields=id&per_page=500',
      );
      return body.projects.filter((one: Json) => one.submitted_at !== null).length;
    };
    expect(await submitted()).toBe(205);
    await page.keyboard.press('Control+z');
    await toast(page, '205 projects are as they were.');
    expect(await submitted()).toBe(0);
    expect((await tables.stored('Oak')).every((one) => one.project_stage.name === 'Tracking')).toBe(true);
  });

  test('deletes after a question, keeps the focus in the table, and restores', async () => {
    await tables.make('Gum', 3);
    await using opened = await tables.table('Gum');
    const { page } = opened;
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 2 projects' }).click();
    await toast(page, '2 projects are deleted.');
    await row(page, 'Gum 01').waitFor({ state: 'detached' });
    expect((await tables.stored('Gum')).map((one) => one.name)).toEqual(['Gum 03']);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Gum 03');
    await page.keyboard.press('Control+z');
    await toast(page, '2 projects are as they were.');
    await row(page, 'Gum 01').waitFor();
    expect(await tables.stored('Gum')).toHaveLength(3);
  });
});
