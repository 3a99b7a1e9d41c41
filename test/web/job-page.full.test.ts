import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { edit } from './support/page-parts.ts';
import { phone, screens } from './support/signed-in-page.ts';
import { violationsInBothColors } from './support/violations.ts';

inBrowser('a page about the job', (web) => {
  test('begins with the bid: the time that is left, and the next task', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Mesa ISD' });
    const fields = { name: 'Mesa Gym', company_id: company.id, amount: 2_100_000, bid_due_at: '2026-03-06T20:00:00Z' };
    const project = await make(web.service.first, 'projects', fields);
    for (const [title, deadline] of [
      ['Write the letter', '2026-03-09'],
      ['Walk the roof', '2026-03-01'],
    ])
      await make(web.service.first, 'tasks', { title, deadline, project_id: project.id });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page, wrong } = opened;
    const head = page.locator('header dl').first();
    await head.getByText('in 4 days').waitFor();
    await head.getByRole('link', { name: 'Walk the roof' }).waitFor();
    await head.getByText('by Mar 1, late').waitFor();
    expect(await head.getByRole('term').allInnerTexts()).toEqual(
      ['Client', 'Amount', 'Bid due', 'Probability', 'Estimator', 'Next action'].map((name) => name.toUpperCase()),
    );
    expect(wrong).toEqual([]);
  });

  test('folds empty fields, and one that is filled in keeps its place', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Fold Gym' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    const fold = page.getByRole('button', { name: /^\d+ empty fields$/ });
    await fold.waitFor();
    expect(await edit(page, 'Square feet').count()).toBe(0);
    await fold.click();
    await edit(page, 'Square feet').click();
    await page.keyboard.type('1200');
    await page.keyboard.press('Enter');
    const empty = page.getByRole('region', { name: 'Empty fields' });
    await empty.getByRole('button', { name: 'Edit Square feet: 1,200' }).waitFor();
    await fold.click();
    await page.getByRole('region', { name: 'Work' }).getByRole('button', { name: 'Edit Square feet: 1,200' }).waitFor();
  });

  test('the page of a company has its people, whose numbers and addresses are links', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Reach Trust', website: 'reach.example' });
    const person = { first_name: 'Ann', last_name: 'Lee', company_id: company.id };
    await make(web.service.first, 'contacts', {
      ...person,
      email: 'ann@reach.example',
      mobile_phone: '(505) 555-0127',
    });
    await using opened = await web.openSignedIn(`/companies/${company.id}`);
    const { page } = opened;
    const first = page.getByRole('region', { name: 'Contacts' });
    await first.getByRole('link', { name: 'Ann Lee' }).waitFor();
    expect(await first.getByRole('link', { name: '(505) 555-0127' }).getAttribute('href')).toBe('tel:5055550127');
    expect(await first.getByRole('link', { name: 'ann@reach.example' }).getAttribute('href')).toBe(
      'mailto:ann@reach.example',
    );
    expect(await page.getByRole('link', { name: 'Open Website' }).getAttribute('href')).toBe('https://reach.example');
  });

  test('a phone shows first how to call and to write to a person', async () => {
    const person = { first_name: 'Ben', last_name: 'Orr', email: 'ben@reach.example', office_phone: '405 555 0163' };
    const contact = await make(web.service.first, 'contacts', person);
    await using opened = await web.openSignedIn(`/contacts/${contact.id}`, phone);
    const { page } = opened;
    const call = page.getByRole('link', { name: 'Call', exact: true });
    expect(await call.getAttribute('href')).toBe('tel:4055550163');
    const head = page.locator('header dl').first();
    expect((await call.boundingBox())?.y).toBeLessThan((await head.boundingBox())?.y ?? 0);
    expect(await page.getByRole('link', { name: 'E-mail', exact: true }).getAttribute('href')).toBe(
      'mailto:ben@reach.example',
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  test.each(screens)('is accessible %s with its menu open, in light and dark', async (_, options) => {
    const project = await make(web.service.first, 'projects', { name: 'Axe Gym', bid_due_date: '2026-02-20' });
    await using opened = await web.openSignedIn(`/projects/${project.id}`, options);
    const { page } = opened;
    await page.getByText(/days late$/).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('option', { name: 'Copy link' }).waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
  });
});
