import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, drafted, plain } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

const head = ['name', 'project_stage', 'award_date'];
const rows: readonly (readonly string[])[] = [
  ['Elm School', 'Lost', '2024-03-05'],
  ['Oak Clinic', 'Lost', ''],
  ['River Garage', 'Won', ''],
  ['Mill', 'Estimating', ''],
];

it('the check and the run name closed projects that get the day of the import as their award date', async () => {
  const { first } = service;
  const one = await drafted(first, 'projects', csv(head, ...rows), { columns: plain(...head) });
  const warnings = [{ column: 'award_date', field: 'award_date', code: 'award_date_today', count: 2, rows: [2, 3] }];
  expect((await done(first, one.id, 'check')).summary).toMatchObject({ problems: [], warnings });
  expect(await done(first, one.id, 'run')).toMatchObject({ counts: { created: 4 }, summary: { warnings } });
  const { projects } = (await first.get(`/projects?import_id=${one.id}&sort=id`)).body;
  const today = service.clock.now().toISOString().slice(0, 10);
  expect(projects.map((project: { award_date: string | null }) => project.award_date)).toEqual([
    '2024-03-05',
    today,
    today,
    null,
  ]);
});
