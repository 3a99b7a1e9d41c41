import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { phone } from './support/signed-in-page.ts';

/** The lines of a part of the screen, each as one text. */
async function lines(page: Page, part: string | RegExp): Promise<string[]> {
  const found = await page.getByRole('region', { name: part }).getByRole('listitem').allInnerTexts();
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

// It is 9 o'clock in the firm's zone on Monday, March 2.
inBrowser('Today', (web) => {
  const project = (name: string, fields: object) => make(web.service.first, 'projects', { name, ...fields });

  test('says how a firm without projects gets the first ones', async () => {
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    const bids = page.getByRole('region', { name: 'Bids' });
    await bids.getByRole('link', { name: 'Import projects from a file' }).waitFor();
    await bids.getByRole('button', { name: 'Fill with sample data' }).waitFor();
    expect(await bids.getByText(/ due /).count()).toBe(1);
    expect(opened.wrong).toEqual([]);
  });

  test('shows bids by the hour, tasks, calls to make and moves', async () => {
    const { first } = web.service;
    const { user: me } = (await first.get('/users/me')).body;
    const mine = { assigned_to_id: me.id };
    await project('Passed Hour', { bid_due_at: '2026-03-02T14:00:00Z', amount: 4_200_000, ...mine });
    await project('This Noon', { bid_due_at: '2026-03-02T18:00:00Z', ...mine });
    await project('This Week', { bid_due_date: '2026-03-06', ...mine });
    await project('Not Mine', { bid_due_date: '2026-03-06' });
    await project('Handed In', { bid_due_date: '2026-03-06', submitted_at: '2026-03-01T10:00:00Z', ...mine });
    await project('Next Month', { bid_due_date: '2026-04-06', ...mine });
    await make(first, 'tasks', { title: 'Send the addendum', deadline: '2026-03-02', ...mine });
    const contact = await make(first, 'contacts', { first_name: 'Ann', last_name: 'Hall' });
    const { call_outcomes: outcomes } = (await first.get('/call_outcomes?name=Left Voicemail')).body;
    await make(first, 'calls', { contact_id: contact.id, call_outcome_id: outcomes[0].id });
    await using opened = await web.openSignedIn('/today');
    const { page } = opened;
    await page.getByRole('region', { name: 'Late' }).waitFor();
    expect((await lines(page, 'Late')).join()).toMatch(/^! Mar 2 8:00 AM Passed Hour.*\$4\.2M$/);
    expect((await lines(page, 'Due today')).join()).toMatch(/^12:00 PM This Noon/);
    const [friday = '', ...others] = await lines(page, 'Fri, Mar 6');
    expect(friday).toMatch(/^no hour This Week/);
    expect(others).toEqual([]);
    await page.getByRole('region', { name: 'Calls to make' }).getByText('Ann Hall').waitFor();
    await page.getByRole('region', { name: 'Moved since yesterday' }).getByText('This Noon').waitFor();
    await page.getByRole('button', { name: 'Show everyone’s' }).click();
    await page.getByText('Not Mine').first().waitFor();
    expect(await page.getByText('Next Month').filter({ visible: true }).count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Send the addendum is done' }).check();
    await expect.poll(() => page.getByText('No task is due.').count()).toBe(1);
    await page
      .getByRole('link', { name: /Passed Hour/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Passed Hour' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('is the first screen of a person, also on a phone', async () => {
    await using opened = await web.openSignedIn('/', phone);
    await opened.page.waitForURL('**/today');
    await opened.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });
});
