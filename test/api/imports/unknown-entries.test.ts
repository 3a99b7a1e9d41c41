import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startDelivering()));
afterAll(() => service.stop());

it('a company with an unknown trade and an unknown category is imported without these, which are told', async () => {
  const text = csv(
    ['Company', 'Trade', 'Category'],
    ['Acme', 'Drywall', 'Subcontractor'],
    ['Bolt', 'Basket weaving', 'Wizard'],
    ['Cord', 'Drywall; Basket weaving', ''],
  );
  const one = await upload(service.first, 'companies', text);
  const ran = await done(service.first, one.id, 'run');
  expect(ran.counts).toMatchObject({ created: 3, rejected: 0 });
  expect(ran.summary).toMatchObject({
    problems: [],
    warnings: [
      { column: 'Trade', field: 'industries', code: 'not_found', count: 2, values: [{ value: 'Basket weaving' }] },
      { column: 'Category', field: 'category', code: 'not_allowed', count: 1, values: [{ value: 'Wizard' }] },
    ],
  });
  const { companies } = (await service.first.get(`/companies?import_id=${one.id}&sort=id`)).body;
  const shown = companies.map(({ name, category, industries }: Json) => [
    name,
    category,
    industries.map((industry: Json) => industry.name),
  ]);
  expect(shown).toEqual([
    ['Acme', 'subcontractor', ['Drywall']],
    ['Bolt', null, []],
    ['Cord', null, ['Drywall']],
  ]);
});

it('a project with an unknown sector keeps its row, one with an unknown stage is rejected', async () => {
  const text = csv(
    ['Project', 'Market Sector', 'Delivery Method', 'Stage'],
    ['Elm', 'Moonbase', 'By magic', 'Won'],
    ['Oak', 'Healthcare', 'Design-Build', 'Sideways'],
  );
  const one = await upload(service.first, 'projects', text);
  const { dry_run: counts, summary } = await done(service.first, one.id, 'check');
  expect(counts).toMatchObject({ created: 1, rejected: 1 });
  expect(summary.problems).toMatchObject([{ column: 'Stage', code: 'not_found', rows: [2] }]);
  const lost = summary.warnings.filter(({ code }: { code: string }) => code === 'not_found');
  expect(lost).toMatchObject([
    { column: 'Market Sector', rows: [1] },
    { column: 'Delivery Method', rows: [1] },
  ]);
});
