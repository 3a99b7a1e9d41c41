import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import type { Json } from '../../support/service/client.ts';
import { inBrowser } from '../support/in-browser.ts';
import { layoutFaults, leastTarget } from '../support/layout-faults.ts';
import { phone } from '../support/signed-in-page.ts';
import { violations } from '../support/violations.ts';

const columns = [
  { from: ['No'], to: 'project_number' },
  { from: ['Title'], to: 'name' },
  { from: ['Firm'], to: 'company' },
  { from: ['Status'], to: 'project_stage' },
  { from: ['Who'], to: 'assigned_to' },
];

const references = {
  company: { by: 'name', missing: 'create' },
  project_stage: { by: 'name', missing: 'reject' },
  assigned_to: { by: 'name', missing: 'empty' },
};

const rows = [
  ['S-1', 'Library', 'Kestrel Constr.', 'Estimating', 'Bob Nobody'],
  ['S-1', 'Museum', 'Kestrel Constr.', 'Estimating', 'Bob Nobody'],
  ['S-2', 'Clinic', '', 'Take-off!', ''],
  ['S-3', 'School', '', 'Take-off!', ''],
  ['S-4', 'Bridge', '', 'Unheard', ''],
];

inBrowser(
  'the summary of an import',
  (web) => {
    beforeAll(async () => {
      await web.service.first.post('/companies', { company: { name: 'Kestrel Construction' } });
    });

    const checked = async (): Promise<Json> => {
      const client = web.service.first;
      const text = csv(['No', 'Title', 'Firm', 'Status', 'Who'], ...rows);
      const one = await upload(client, 'projects', text);
      const mapping = { upsert_by: ['project_number'], columns, references };
      expect(await client.patch(`/imports/${one.id}`, { import: { mapping } })).toMatchObject({ status: 200 });
      return await done(client, one.id, 'check');
    };

    const rejected = (page: Page): Promise<string> => page.getByRole('button', { name: /^Rejected / }).innerText();

    test('shows the problems by groups, and replaces an unknown value in place', async () => {
      const one = await checked();
      await using opened = await web.openSignedIn(`/import/${one.id}`);
      const { page } = opened;
      const why = page.getByRole('list', { name: 'Why rows are rejected' });
      await why.getByText('Status names no project stage by its name.').waitFor();
      expect(await rejected(page)).toContain('3');
      await why.getByRole('button', { name: 'Show the rows: Status' }).click();
      await page.getByRole('list', { name: 'Rows: Status' }).getByText('Title: School').waitFor();
      expect(await page.getByRole('list', { name: 'Rows: Status' }).getByRole('listitem').count()).toBe(3);
      await why.getByLabel('“Take-off!” becomes').selectOption('Estimating');
      await page.getByRole('button', { name: 'Replace 1 value and check again' }).click();
      await page.getByText('1 of 5 rows is rejected').waitFor();
      const stored = (await web.service.first.get(`/imports/${one.id}`)).body.import;
      const [{ id: _, ...stage } = {}] = stored.mapping.columns.filter(({ to }: Json) => to === 'project_stage');
      expect(stage).toMatchObject({ transform: [{ map: { values: { 'Take-off!': 'Estimating' }, other: 'keep' } }] });
      expect(stored).toMatchObject({ status: 'checked', dry_run: { rejected: 1, superseded: 1, created: 3 } });
    });

    test('counts all results in one line on a desk, and the rows that are imported without a cell', async () => {
      const text = csv(['Title', 'Amount'], ['Hall', 'a lot'], ['Pool', 'not much'], ['Gym', '500']);
      const one = await upload(web.service.first, 'projects', text);
      const columns = [
        { from: ['Title'], to: 'name' },
        { from: ['Amount'], to: 'amount', transform: [{ number: {} }] },
      ];
      const changed = await web.service.first.patch(`/imports/${one.id}`, { import: { mapping: { columns } } });
      expect(changed.status).toBe(200);
      await done(web.service.first, one.id, 'check');
      await using opened = await web.openSignedIn(`/import/${one.id}`);
      const { page } = opened;
      await page.getByText('2 rows are imported without a cell that cannot be read.').waitFor();
      const results = page.getByRole('list', { name: 'Results of the rows' }).getByRole('listitem');
      const boxes = await Promise.all((await results.all()).map((result) => result.boundingBox()));
      expect(boxes).toHaveLength(6);
      const read = await page.getByText('Rows read').boundingBox();
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
      expect(read?.y).toBeLessThan((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0));
    });

    test('offers the values of a choice, also where words such as TBD are blank', async () => {
      const file = csv(['Name', 'Work scope'], ['Hall', 'Renovation'], ['Pool', 'TBD'], ['Gym', 'Redo']);
      const one = await upload(web.service.first, 'projects', file);
      expect(one.mapping.columns[1]).toMatchObject({ to: 'work_scope', transform: [{ blank_words: {} }] });
      await done(web.service.first, one.id, 'check');
      await using opened = await web.openSignedIn(`/import/${one.id}`);
      const { page } = opened;
      await page.getByLabel('“Redo” becomes').selectOption('Renovation');
      await page.getByRole('button', { name: 'Replace 1 value and check again' }).click();
      await page.getByRole('button', { name: 'Import 3 projects' }).waitFor();
    });

    test('tells of replaced rows, lost values and near names, also on a phone', async () => {
      const one = await checked();
      await using opened = await web.openSignedIn(`/import/${one.id}`, phone);
      const { page } = opened;
      await page.getByText('1 row is replaced by a later row with the same number.').waitFor();
      await page.getByText('That row has another name.').waitFor();
      await page.getByRole('list', { name: 'What other rows lose' }).getByText('so the field is not filled').waitFor();
      const near = page.getByRole('list', { name: 'New names that are near to known ones' });
      expect(await near.innerText()).toBe('“Kestrel Constr.” is like Kestrel Construction');
      await page.getByRole('button', { name: 'Show the replaced rows' }).click();
      await page.getByRole('list', { name: 'Rows that are superseded' }).getByText('Line 3 replaces it.').waitFor();
      const link = page.getByRole('link', { name: 'Save the replaced rows as a file' });
      expect(await link.getAttribute('href')).toMatch(new RegExp(`/imports/${one.id}/superseded\\.csv$`));
      expect(await violations(page)).toEqual([]);
      expect(await layoutFaults(page, leastTarget.finger)).toEqual([]);
    });

    test('proposes the mapping of an earlier import, and knows the column of its reasons', async () => {
      const client = web.service.first;
      const one = await checked();
      expect(await done(client, one.id, 'run')).toMatchObject({ counts: { rejected: 3 } });
      const file = (await client.get(`/imports/${one.id}/rejected.csv`)).text;
      const again = await upload(client, 'projects', file);
      await using opened = await web.openSignedIn(`/import/${again.id}`);
      const { page } = opened;
      await page.getByText(`The columns are those of import ${one.id} `).waitFor();
      await page.getByRole('link', { name: '2. Fields' }).click();
      const reasons = page.locator('[data-column="problems"]');
      await reasons.getByText('Reasons of the earlier import, not imported').waitFor();
      expect(await page.locator('[data-column]').last().getAttribute('data-column')).toBe('problems');
    });

    test('says what the dry run makes beside the rows, and what becomes of a text without a value', async () => {
      const text = csv(['Title', 'Client', 'Stage'], ['Hall', 'Beside Co', 'Estimating'], ['Pool', 'Beside Co', 'Odd']);
      const one = await upload(web.service.first, 'projects', text);
      await done(web.service.first, one.id, 'check');
      await using opened = await web.openSignedIn(`/import/${one.id}`, phone);
      const { page } = opened;
      await page.getByText('For its rows the import also makes 1 company.').waitFor();
      const [first] = await page.getByLabel('“Odd” becomes').locator('option').allInnerTexts();
      expect(first).toBe('no value yet: the row stays rejected');
      expect(await layoutFaults(page, leastTarget.finger)).toEqual([]);
    });

    test('lists rows to look at and skipped rows apart from lost values', async () => {
      const rows = [
        ['Twice hall', '5', 'a'],
        ['Twice hall', '6', 'b'],
        ['Total', '11', ''],
      ];
      const one = await upload(web.service.first, 'projects', csv(['Title', 'Amount', 'Notes'], ...rows));
      await done(web.service.first, one.id, 'check');
      await using opened = await web.openSignedIn(`/import/${one.id}`);
      const { page } = opened;
      const skipped = page.getByRole('list', { name: 'Rows that are skipped, because they are no records' });
      await skipped.getByText('The row is a row of totals').waitFor();
      await page.getByRole('list', { name: 'Rows to look at' }).getByText('The row has the name').waitFor();
      expect(await page.getByRole('list', { name: 'What other rows lose' }).count()).toBe(0);
    });

    test('shows the dates of a workbook as days, or with their hour', async () => {
      const rows = ['2026-12-03T00:00:00', '2026-12-04T14:00:00'].map((day, at) => [`Dated ${at}`, day]);
      const one = await upload(web.service.first, 'projects', csv(['Title', 'Bid Date'], ...rows));
      await using opened = await web.openSignedIn(`/import/${one.id}`);
      const { page } = opened;
      await page.getByText('2026-12-03', { exact: true }).waitFor();
      await page.getByText('2026-12-04 14:00', { exact: true }).waitFor();
    });

    test('of a deleted file leads to a new upload', async () => {
      const client = web.service.first;
      const text = csv(['Title', 'Amount'], ['Forgotten hall', '5'], ['', '6']);
      const one = await upload(client, 'projects', text);
      await done(client, one.id, 'check');
      await client.delete(`/imports/${one.id}/file`);
      await using opened = await web.openSignedIn('/import', phone);
      const { page } = opened;
      await page.getByText('Dry run is done, file deleted').first().waitFor();
      await page.goto(new URL(`/import/${one.id}`, page.url()).href);
      await page.getByText('The file of this import and its rows are deleted').waitFor();
      expect(await page.getByRole('button', { name: /^Import / }).count()).toBe(0);
      expect(await page.getByText('There are no such rows.').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      expect(await layoutFaults(page, leastTarget.finger)).toEqual([]);
      await page.getByRole('link', { name: 'Upload the file again' }).click();
      await page.getByLabel('Each row of the file is').waitFor();
    });
  },
  { everyMs: 50 },
);
