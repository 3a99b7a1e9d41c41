import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { layoutFaults, leastTarget } from './support/layout-faults.ts';
import { phone, screens } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

inBrowser('the subscription to the bids of the calendar', (web) => {
  test('makes an address of the filters, shows it once, and deletes it', async () => {
    const due = { bid_due_date: '2026-03-20' };
    await make(web.service.first, 'projects', { name: 'Feed tower', ...due, amount: 500_000 });
    await make(web.service.first, 'projects', { name: 'Feed shed', ...due, amount: 5 });
    await using opened = await web.openSignedIn('/calendar?q=feed&amount[gt]=100000&show=agenda');
    const { page } = opened;
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const follows = page.getByRole('list', { name: 'Filters that it follows' });
    await expect
      .poll(() => follows.getByRole('listitem').allInnerTexts())
      .toEqual([...['Contains “feed”', 'Amount above $100,000']]);
    const name = page.getByLabel('Name');
    expect(await page.evaluate('document.activeElement.value')).toBe('Bids due');
    await name.fill(' ');
    await page.keyboard.press('Enter');
    await page.getByText('Name must not be empty.').waitFor();
    await name.fill('Large bids');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The address of Large bids' }).waitFor();
    await page
      .getByText('Calendars read this address every few hours. A bid that moves today may show late.')
      .waitFor();
    const url = await page.getByLabel('Address', { exact: true }).inputValue();
    expect(url).toMatch(/^http.*\/feeds\/\w{43}\.ics$/);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByText('Copied.').waitFor();
    const calendar = await (await fetch(`${web.service.url}${new URL(url).pathname}`)).text();
    expect(calendar).toContain('NAME:Large bids');
    expect(calendar).toContain('SUMMARY:Bid due: Feed tower');
    expect(calendar).not.toContain('shed');
    await page.keyboard.press('Escape');
    await page.getByText('Store it first.').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();

    await page.getByRole('button', { name: 'Subscribe' }).click();
    const own = page.getByRole('list', { name: 'Your addresses' }).getByRole('listitem');
    await own.filter({ hasText: 'Contains “feed” · Amount above $100,000' }).waitFor();
    expect(await page.getByText(/\/feeds\//).count()).toBe(0);
    await name.fill('Bids of the north');
    await page.getByRole('button', { name: 'Delete Large bids' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await name.inputValue()).toBe('Bids of the north');
    await page.getByRole('button', { name: 'Delete Large bids' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Large bids is deleted.').waitFor();
    await expect.poll(() => own.count()).toBe(0);
    expect(await name.inputValue()).toBe('Bids of the north');
    expect((await fetch(`${web.service.url}${new URL(url).pathname}`)).status).toBe(404);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    // The browser reports the refused name.
    expect(opened.wrong).toEqual([expect.stringContaining('422')]);
  });

  test.each(screens)('is accessible and fits %s, in light and dark', async (_, options) => {
    await using opened = await web.openSignedIn('/calendar', options);
    const { page } = opened;
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('It has the bid of every open project.').waitFor();
    await page.getByRole('button', { name: 'Create the address' }).click();
    await page.getByLabel('Address', { exact: true }).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('All open projects').first().waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await layoutFaults(page, options === phone ? leastTarget.finger : leastTarget.mouse)).toEqual([]);
    expect(opened.wrong).toEqual([]);
  });
});
