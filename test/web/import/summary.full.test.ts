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
  },
  { everyMs: 50 },
);
