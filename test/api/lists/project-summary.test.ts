import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

async function summary(query: string): Promise<Json[]> {
  const { status, body, text } = await first.get(`/projects/summary?${query}`);
  expect(status, text).toBe(200);
  return body.summary;
}

describe('a summary of projects', () => {
  let company: Json;
  let stages: Json[];
  beforeAll(async () => {
    company = await make(first, 'companies', { name: 'Sömmer' });
    stages = (await first.get('/project_stages')).body.project_stages;
    const [one, two] = stages;
    await make(first, 'projects', { project_stage_id: two.id, amount: 0.1, probability: 0.5, company_id: company.id });
    await make(first, 'projects', { project_stage_id: one.id, amount: 0.2, probability: 0.25 });
    await make(first, 'projects', { project_stage_id: one.id, amount: 9_999_999_999_999.99, probability: 1 });
    await make(first, 'projects', { project_stage_id: one.id, work_scope: 'other' });
    const gone = await make(first, 'projects', { project_stage_id: one.id, amount: 5 });
    await first.delete(`/projects/${gone.id}`);
    await make(service.second, 'projects', { amount: 77 });
  });

  it('has the count and the sums of the live projects in each stage, in the order of the stages', async () => {
    const [one, two] = stages;
    const embedded = ({ id, name }: Json) => expect.objectContaining({ id, name });
    expect(await summary('group_by=project_stage_id')).toEqual([
      { group: embedded(one), count: 3, amount: 10_000_000_000_000.19, weighted_amount: 10_000_000_000_000.04 },
      { group: embedded(two), count: 1, amount: 0.1, weighted_amount: 0.05 },
    ]);
  });

  it('takes the filters of the list, and has the group without a value last', async () => {
    const { id, created_at, updated_at, name, website } = company;
    expect(await summary('group_by=company_id&amount[lt]=1&work_scope=null')).toEqual([
      { group: { id, created_at, updated_at, name, website }, count: 1, amount: 0.1, weighted_amount: 0.05 },
      { group: null, count: 1, amount: 0.2, weighted_amount: 0.05 },
    ]);
    expect(await summary('group_by=project_status&project_status=complete')).toEqual([]);
  });

  it('adds up the projects that the list finds by words, also those of similar spelling', async () => {
    const sums = async (query: string) =>
      (await summary(`group_by=project_status&${query}`)).map(({ amount }) => amount);
    await make(first, 'projects', { name: 'Quartzite North', amount: 1000 });
    await make(first, 'projects', { name: 'Quartzite South', amount: 200 });
    expect(await sums('q=quartzite')).toEqual([1200]);
    expect(await sums('q=quartzite&amount[gt]=500')).toEqual([1000]);
    expect(await sums('q=qartzite')).toEqual([1200]);
    expect(await sums('q=nosuchstone')).toEqual([]);
    expect((await first.get('/projects/summary?group_by=project_status&q=%20')).status).toBe(400);
  });

  it('groups by choices and by derived fields, and counts a missing amount as 0', async () => {
    expect(await summary('group_by=work_scope&amount=null')).toEqual([
      { group: 'other', count: 1, amount: 0, weighted_amount: 0 },
    ]);
    expect(await summary('group_by=project_status&amount[lt]=1')).toEqual([
      expect.objectContaining({ group: 'pursuit', count: 2, amount: 0.3 }),
    ]);
  });

  it('takes two statements', async () => {
    service.statements.length = 0;
    await summary('group_by=project_stage_id');
    expect(service.statements.length).toBe(2);
  });

  it.each([
    ['', 'missing_parameter', 'group_by'],
    ['group_by=name', 'invalid_query', 'group_by'],
    ['group_by=project_stage_id&amount=x', 'invalid_query', 'amount'],
    ['group_by=project_stage_id&sort=name', 'invalid_query', 'sort'],
  ])('is refused for %s', async (query, code, parameter) => {
    const { status, body } = await first.get(`/projects/summary?${query}`);
    expect([status, body.code, body.errors[0].parameter]).toEqual([400, code, parameter]);
  });

  it('is refused with more than 1,000 groups', async () => {
    await service.engine.query(
      `with made as (
        insert into companies (account_id, created_at, updated_at, name, name_folded)
        select c.account_id, c.created_at, c.updated_at, 'many ' || n, 'many ' || n
        from companies c, generate_series(1, 1000) n where c.id = $1::bigint returning account_id, id, created_at)
      insert into projects (account_id, created_at, updated_at, name, company_id, project_stage_id, stage_changed_at)
      select account_id, created_at, created_at, 'many', id, $2::bigint, created_at from made`,
      [company.id, stages[0].id],
    );
    const { status, body } = await first.get('/projects/summary?group_by=company_id');
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([400, 'group_by', 'too_many']);
    expect((await summary('group_by=company_id&name[ne]=many')).length).toBe(2);
  });
});
