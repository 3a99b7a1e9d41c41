import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, drafted, plain, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

const head = ['name', 'company', 'amount'];
const rows: readonly (readonly string[])[] = [
  ['Elm School', 'Acme', '100'],
  ['Healthcare', '', ''],
  ['Oak Clinic', 'Acme', '200'],
  ['Yellow: waiting on the owner', '', ''],
];

it.each(['projects', 'leads'] as const)('the check names %s that have nothing but a name', async (family) => {
  const names = family === 'projects' ? head : ['name', 'company', 'description'];
  const draft = await drafted(service.first, family, csv(names, ...rows), {
    columns: plain(...names),
    references: { company: { by: 'name', missing: 'create' } },
  });
  const warning = { column: 'name', field: 'name', code: 'only_name', count: 2, rows: [2, 4] };
  const values = [
    { value: 'Healthcare', count: 1 },
    { value: 'Yellow: waiting on the owner', count: 1 },
  ];
  const checked = await done(service.first, draft.id, 'check');
  expect(checked.summary).toMatchObject({ problems: [], warnings: [{ ...warning, values }] });
  expect(checked.dry_run).toMatchObject({ created: 4, skipped: 0 });
});

it('a word for no value fills no cell, but a word for a stage does', async () => {
  const text = csv(
    ['Project', 'Bid Date', 'Amount', 'Stage', 'Market', 'Notes'],
    ['Elm School', '3/14/2026', '100', 'Pending', 'Retail', 'Call Ann'],
    ['Healthcare', 'TBD', '-', '', '', 'N/A'],
    ['Retail', '', '', '-', '--', '—'],
    ['Oak Clinic', '-', 'N/A', 'Pending', '', ''],
  );
  const one = await upload(service.first, 'projects', text);
  const { summary } = await done(service.first, one.id, 'check');
  expect(summary?.warnings).toContainEqual(expect.objectContaining({ code: 'only_name', count: 2, rows: [2, 3] }));
});

it('a note beside the table is skipped and named, and a number without a name is rejected', async () => {
  const text = csv(
    [...head, 'Summary'],
    ['Elm School', 'Acme', '100', ''],
    ['', '', '', 'Blue means awarded'],
    ['', '', '300', ''],
  );
  const draft = await drafted(service.first, 'projects', text, {
    columns: plain(...head),
    references: { company: { by: 'name', missing: 'create' } },
  });
  const checked = await done(service.first, draft.id, 'check');
  expect(checked.dry_run).toMatchObject({ created: 1, rejected: 1, skipped: 1 });
  const note = { column: 'Summary', code: 'footer', rows: [2] };
  expect(checked.summary?.warnings).toContainEqual(expect.objectContaining(note));
});

it('a list of names is no table of several columns, and a list of companies may be one of names', async () => {
  const list = await drafted(service.first, 'projects', csv(['name'], ['Elm'], ['Oak']), { columns: plain('name') });
  expect((await done(service.first, list.id, 'check')).summary).toMatchObject({ warnings: [] });
  const names = ['name', 'phone', 'website'];
  const firms = await drafted(service.first, 'companies', csv(names, ['A', '1', 'a.example'], ['B', '', '']), {
    columns: plain(...names),
  });
  expect((await done(service.first, firms.id, 'check')).summary).toMatchObject({ warnings: [] });
});
