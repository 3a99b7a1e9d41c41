import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../../support/data/make.ts';
import { makePerson, password } from '../../support/service/browsing.ts';
import { inBrowser } from '../support/in-browser.ts';
import { layoutFaults, leastTarget } from '../support/layout-faults.ts';
import { admin, phone, signIn } from '../support/signed-in-page.ts';
import { violations } from '../support/violations.ts';

const other = { email: 'admin@harbor.example', password: admin.password };

const noArchive =
  'The file is not a whole archive of an account, as "Settings > Data" and "plumbline export" write it. Plumbline changed nothing.';

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const gzip = (buffer: Buffer): Given => ({ name: 'firm.tar.gz', mimeType: 'application/gzip', buffer });

async function restore(page: Page, file: Given): Promise<void> {
  await page.getByLabel('Archive', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Restore the archive' }).click();
}

inBrowser('the data of a firm, in the settings,', (web) => {
  let archive: Buffer;
  beforeAll(async () => {
    const { first, url, tokens } = web.service;
    for (const name of ['Lab Fit-out', 'Oak Tower']) await make(first, 'projects', { name });
    await make(first, 'companies', { name: 'Granite Health' });
    await make(first, 'users', { first_name: 'Ada', role: 'member' });
    const headers = { authorization: `Bearer ${tokens.first}` };
    archive = Buffer.from(await (await fetch(`${url}/api/2023-01/account/archive`, { headers })).arrayBuffer());
  });

  const openAs = async (person: { email: string; password: string }, path: string, options?: object) => {
    const opened = await web.open(`/sign-in?next=${path}`, options);
    await signIn(opened.page, person);
    return opened;
  };

  test('are downloaded as one archive', async () => {
    await using opened = await web.openSignedIn('/settings/data');
    const { page } = opened;
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the archive' }).click();
    await page.getByText('The download then begins by itself').waitFor();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^plumbline-account-1-\d{4}-\d\d-\d\d\.tar\.gz$/);
    const bytes = await readFile(await download.path());
    expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    expect(bytes.length).toBeGreaterThan(archive.length / 2);
  });

  test('are not overwritten by an archive: the page says why, and takes another file', async () => {
    await using opened = await web.openSignedIn('/settings/data');
    const { page } = opened;
    expect(await page.getByRole('button', { name: 'Restore the archive' }).isDisabled()).toBe(true);
    await restore(page, gzip(archive));
    const alert = page.getByRole('alert');
    await alert.getByText(/has .*2 projects/).waitFor();
    const { projects } = (await web.service.first.get('/projects')).body;
    expect(projects.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Lab Fit-out', 'Oak Tower']);
    expect(await page.getByRole('button', { name: 'Restore the archive' }).isEnabled()).toBe(true);
    // The page goes on: its session has not ended.
    await page.getByRole('link', { name: 'Firm', exact: true }).click();
    await page.getByRole('heading', { name: 'Firm', exact: true }).waitFor();
  });

  test('are not replaced by a file that is no archive, or a part of one', async () => {
    await using opened = await openAs(other, '/settings/data');
    const { page } = opened;
    const alert = page.getByRole('alert');
    await restore(page, { name: 'bids.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nLab\n') });
    await alert.getByText(noArchive).waitFor();
    await page.getByLabel('Archive', { exact: true }).setInputFiles(gzip(archive.subarray(0, archive.length / 2)));
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore the archive' }).click();
    await alert.getByText(noArchive).waitFor();
    await restore(page, { name: 'empty.tar.gz', mimeType: 'application/gzip', buffer: Buffer.alloc(0) });
    await alert.getByText('The archive is empty.', { exact: true }).waitFor();
    await page.route('**/account/archive', (route) => route.abort(), { times: 1 });
    await restore(page, gzip(archive));
    await alert.getByText('The service does not answer.').waitFor();
    expect((await web.service.second.get('/projects')).body.projects).toEqual([]);
  });

  test('are for admins alone, and a member reads so', async () => {
    const member = await makePerson(web.service.first, { role: 'member' });
    await using opened = await openAs({ email: member.email, password }, '/settings/data');
    const { page } = opened;
    await page.getByText('Only an admin of your firm can use this page.').waitFor();
    expect(await page.getByRole('link', { name: 'Data', exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Download the archive' }).count()).toBe(0);
    expect(await page.getByLabel('Archive', { exact: true }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('are accessible and fit the screen of a phone', async () => {
    await using opened = await web.openSignedIn('/settings/data', phone);
    const { page } = opened;
    await restore(page, gzip(archive));
    await page.getByRole('alert').waitFor();
    expect(await layoutFaults(page, leastTarget.finger)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test('move into an account without records, and a link leads in', async () => {
    await using opened = await openAs(other, '/settings/data');
    const { page } = opened;
    await restore(page, gzip(archive));
    const outcome = page.getByRole('status').filter({ hasText: 'is restored' });
    await outcome.waitFor();
    expect(await outcome.innerText()).toBe('Granite Builders is restored: 2 projects, 1 company, 2 users.');
    await page.getByRole('link', { name: 'Set the password and sign in' }).click();
    await page.getByLabel('New password').fill('a long new password');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(new URL('/projects', page.url()).href);
    await page.getByText('Oak Tower').first().waitFor();
  });
});
