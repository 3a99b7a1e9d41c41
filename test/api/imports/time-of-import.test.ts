import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

it.each([
  { family: 'calls', column: 'Notes', field: 'recorded_at' },
  { family: 'notes', column: 'Note', field: 'happened_at' },
])('the check and the run count the $family that get the time of the import', async ({ family, column, field }) => {
  const head = ['Company', column];
  const undated = await upload(service.first, family, csv(head, ['Acme', 'Left a message'], ['Acme', 'Called back']));
  const told = { column: null, field, code: 'time_of_import', count: 2, rows: [1, 2] };
  expect((await done(service.first, undated.id, 'check')).summary).toMatchObject({ problems: [], warnings: [told] });
  const ran = await done(service.first, undated.id, 'run');
  expect(ran).toMatchObject({ counts: { created: 2 }, summary: { warnings: [told] } });
  const { [family]: records } = (await service.first.get(`/${family}?import_id=${undated.id}`)).body;
  const day = service.clock.now().toISOString().slice(0, 10);
  expect(records.map((record: Record<string, string>) => record[field]?.slice(0, 10))).toEqual([day, day]);
});

it('a date that cannot be read and a blank one get the time of the import too, a readable one does not', async () => {
  const rows = ['3/14/2026', '', 'soon', '3/15/2026'].map((date, at) => ['Acme', `Call ${at}`, date]);
  const one = await upload(service.first, 'calls', csv(['Company', 'Notes', 'Date'], ...rows));
  const { summary } = await done(service.first, one.id, 'check');
  expect(summary?.warnings).toMatchObject([
    { column: 'Date', field: 'recorded_at', code: 'time_of_import', count: 2, rows: [2, 3] },
    { column: 'Date', field: 'recorded_at', code: 'invalid_format', count: 1, rows: [3] },
  ]);
});

it('a future award date of a closed job becomes the day of the import with a word', async () => {
  const text = csv(['name', 'project_stage', 'award_date'], ['Elm', 'Won', '2099-03-05'], ['Oak', 'Won', '2024-03-05']);
  const one = await upload(service.first, 'projects', text);
  const { summary } = await done(service.first, one.id, 'check');
  expect(summary?.warnings).toMatchObject([{ column: 'award_date', code: 'award_date_today', count: 1, rows: [1] }]);
});
