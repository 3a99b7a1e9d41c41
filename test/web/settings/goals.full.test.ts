import { expect, test } from 'vitest';
import { make } from '../../support/data/make.ts';
import { makePerson, password } from '../../support/service/browsing.ts';
import { inBrowser } from '../support/in-browser.ts';
import { layoutFaults, leastTarget } from '../support/layout-faults.ts';
import { phone, screens, signIn } from '../support/signed-in-page.ts';
import { violationsInBothColors } from '../support/violations.ts';

// It is March 2026.
inBrowser('the goals in the settings', (web) => {
  const targets = async (query: string): Promise<unknown[]> => {
    const { goals } = (await web.service.first.get(`/goals?${query}`)).body;
    return goals.map(({ period, starts_on: day, measure, target }: Record<string, unknown>) => [
      ...[period, day, measure, target],
    ]);
  };

  test('are set, changed and taken away in a grid of periods by scope', async () => {
    await using opened = await web.openSignedIn('/settings/goals');
    const { page } = opened;
    const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
    await cell('Firm, Q1 FY2026').fill('2.5m');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell('Firm, Q1 FY2026').inputValue()).toBe('2,500,000');
    expect(await targets('measure=booked_amount')).toEqual([['quarter', '2026-01-01', 'booked_amount', 2_500_000]]);
    await cell('Firm, Q1 FY2026').fill('3,000,000.50');
    await cell('Firm, Q2 FY2026').focus();
    await expect
      .poll(() => targets('measure=booked_amount'))
      .toEqual([['quarter', '2026-01-01', 'booked_amount', 3_000_000.5]]);
    await cell('Firm, Q1 FY2026').fill('');
    await page.keyboard.press('Tab');
    await page.getByText('The goal is deleted: Firm, Q1 FY2026.').waitFor();
    expect(await targets('measure=booked_amount')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => cell('Firm, Q1 FY2026').inputValue()).toBe('3,000,000.5');
    expect(opened.wrong).toEqual([]);
  });

  test('count projects in whole numbers, of a division and of a year', async () => {
    const { divisions } = (await web.service.first.get('/divisions')).body;
    const [{ name }] = divisions;
    await using opened = await web.openSignedIn('/settings/goals');
    const { page } = opened;
    await page.getByRole('combobox', { name: 'Goal' }).selectOption('Booked projects');
    await page.getByLabel('For each').selectOption('Year');
    await page.getByRole('button', { name: 'Next year' }).click();
    const cell = page.getByRole('textbox', { name: `${name}, FY2027` });
    for (const [text, fault] of [
      ['1.5', 'Write a whole number.'],
      ['0', 'Write more than 0, or nothing for no goal.'],
      ['many', 'Write an amount, such as 4.2m or 850,000.'],
    ] as const) {
      await cell.fill(text);
      await page.keyboard.press('Tab');
      await page.getByRole('alert').getByText(fault).waitFor();
      expect(await cell.inputValue()).toBe(text);
    }
    await cell.fill('12');
    await page.keyboard.press('Tab');
    await expect.poll(() => targets('measure=booked_count')).toEqual([['year', '2027-01-01', 'booked_count', 12]]);
    expect(new URL(page.url()).search).toBe('?measure=booked_count&period=year&year=2027');
    expect(opened.wrong).toEqual([]);
  });

  test('keep what somebody typed over the goal that another has changed', async () => {
    const goal = await make(web.service.first, 'goals', {
      ...{ period: 'month', starts_on: '2026-05-01', measure: 'earned_amount', target: 100 },
    });
    await using opened = await web.openSignedIn('/settings/goals?measure=earned_amount&period=month');
    const { page } = opened;
    const cell = page.getByRole('textbox', { name: 'Firm, May 2026' });
    await expect.poll(() => cell.inputValue()).toBe('100');
    await web.service.first.patch(`/goals/${goal.id}`, { goal: { target: 150 } });
    await cell.fill('200');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').waitFor();
    expect(await cell.inputValue()).toBe('200');
    await cell.focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => targets('measure=earned_amount')).toEqual([['month', '2026-05-01', 'earned_amount', 200]]);
  });

  test('follow the fiscal year of the firm, which no goal may contradict', async () => {
    await using opened = await web.openSignedIn('/settings/firm');
    const { page } = opened;
    const edit = async (month: string): Promise<void> => {
      await page.getByRole('button', { name: /^Edit Fiscal year begins in/ }).click();
      await page.getByRole('combobox', { name: 'Fiscal year begins in' }).fill(month);
      await page.keyboard.press('Enter');
    };
    await edit('feb');
    await page
      .getByText(/goals? would no longer begin/)
      .first()
      .waitFor();
    await web.service.first.get('/goals').then(async ({ body }) => {
      for (const { id } of body.goals) await web.service.first.delete(`/goals/${id}`);
    });
    await page.reload();
    await edit('jul');
    await page.getByText('July', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Goals' }).click();
    await page.getByRole('columnheader', { name: 'Q3 FY2026' }).waitFor();
    const { account } = (await web.service.first.get('/account?include=fiscal_year_starts_month')).body;
    expect(account.fiscal_year_starts_month).toBe(7);
  });

  test('are read by those who may not change them', async () => {
    await make(web.service.first, 'goals', {
      ...{ period: 'year', starts_on: '2026-07-01', measure: 'booked_amount', target: 4_000_000 },
    });
    const person = await makePerson(web.service.first, { role: 'viewer' });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page, { email: person.email, password });
    await page.goto(`${web.url}/settings/goals?period=year&year=2027`);
    await page.getByRole('cell', { name: '$4,000,000' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(opened.wrong).toEqual([]);
  });

  test.each(screens)('are accessible and fit %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/settings/goals?period=month', options);
    const { page } = opened;
    await page.getByRole('textbox', { name: /^Firm, Jul/ }).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await layoutFaults(page, options === phone ? leastTarget.finger : leastTarget.mouse)).toEqual([]);
  });
});
