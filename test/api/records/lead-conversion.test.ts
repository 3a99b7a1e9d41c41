import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { fullBody, make, next } from '../../support/data/make.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';
import { grown, traces } from '../../support/delivery/traces.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const newLead = (fields: object = {}) => make(first, 'leads', { ...fields });
const convert = (id: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
  first.post(`/leads/${id}/convert`, body, headers);
const converted = async (id: string, project?: object): Promise<Json> => {
  const answer = await convert(id, project && { project });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.project;
};

/** Records of different resources can share an id, so this keeps only the event types of one resource. */
const toldOf = async (id: string, family: string): Promise<string[]> =>
  (await told(first, id)).filter((type) => type.startsWith(`${family}.`));

describe('the conversion of a lead', () => {
  it('copies the fields of the lead to the project', async () => {
    const given = {
      ...(await fullBody(first, resourceOf('leads'))),
      ...{ estimated_start_date: '2026-09-01', construction_duration: 90, construction_duration_unit: 'days' },
      ...{ archived_at: null, archived_by_id: null, value_in_cents: 999_999_999_999_999 },
    };
    const lead = await newLead(given);
    const answer = await convert(lead.id);
    const { project } = answer.body;
    expect([answer.status, answer.headers.get('location'), answer.headers.get('etag')]).toEqual([
      ...[201, `/api/2023-01/projects/${project.id}`, '"1"'],
    ]);
    const shared = ['name', 'description', 'company', 'assigned_to', 'square_feet', 'units', 'work_scope', 'address'];
    const lists = ['contract_type', 'delivery_method', 'division', 'lead_source', 'market_sector', 'tender_type'];
    for (const key of [...shared, ...lists]) {
      expect([key, project[key]]).toEqual([key, lead[key]]);
      expect([key, project[key]]).not.toEqual([key, null]);
    }
    expect(project).toMatchObject({
      ...{ amount: 9_999_999_999_999.99, start_date: '2026-09-01', end_date: '2026-11-29', project_duration: 90 },
      ...{ project_status: 'pursuit', probability: 0.05, close_type: null },
    });
    expect((await first.get(`/projects/${project.id}`)).body.project).toEqual(project);
    const [kept] = await service.engine.query<Json>('select contact_id from projects where id = $1::bigint', [
      project.id,
    ]);
    expect(kept.contact_id).toBe(lead.contact.id);
  });

  it.each([
    ['2026-09-01', 1, 'days', '2026-09-01'],
    ['2026-09-01', 2, 'weeks', '2026-09-14'],
    ['2024-02-01', 1, 'months', '2024-02-29'],
    ['2026-01-01', 12, 'months', '2026-12-31'],
    ['2026-03-01', 3, 'years', '2029-02-28'],
    ['9999-12-31', 1, 'days', '9999-12-31'],
    ['9999-12-01', 1, 'months', '9999-12-31'],
    ['2026-09-01', 0, 'days', null],
    ['2026-09-01', 5, null, null],
    ['2026-09-01', null, 'days', null],
    [null, 5, 'days', null],
  ])('with start %s and duration %s %s sets the end date %s', async (start, count, unit, end) => {
    const duration = { construction_duration: count, construction_duration_unit: unit };
    const { id } = await newLead({ estimated_start_date: start, ...duration });
    const project = await converted(id);
    expect([project.start_date, project.end_date]).toEqual([start, end]);
    if (unit === 'days' && end !== null) expect(project.project_duration).toBe(count);
  });

  it('prefers the values in the request, also empty ones', async () => {
    const lead = await newLead({
      ...{ description: 'From the lead', value_in_cents: 5_000_01, units: 4, square_feet: 900 },
      ...{ estimated_start_date: '2026-09-01', construction_duration: 10, construction_duration_unit: 'days' },
      ...{ company_id: (await make(first, 'companies')).id, address: { city: 'Austin', state: 'TX', zip: '78701' } },
    });
    const project = await converted(lead.id, {
      ...{ name: 'Renamed', description: null, company_id: null, start_date: '2026-10-01', units: 8 },
      ...{ address: { city: 'Dallas', zip: null, country: 'US' }, external_id: `X ${next()}`, probability: 0.5 },
    });
    expect(project).toMatchObject({
      ...{ name: 'Renamed', description: null, company: null, start_date: '2026-10-01', end_date: '2026-10-10' },
      ...{ units: 8, square_feet: 900, amount: 5000.01, price_per_unit: 625, probability: 0.5 },
    });
    expect(project.address).toMatchObject({ city: 'Dallas', state: 'TX', zip: null, country: 'US' });
  });

  it('leaves the dates and the address empty if the request clears them', async () => {
    const dates = { estimated_start_date: '2026-09-01', construction_duration: 10, construction_duration_unit: 'days' };
    const fields = { ...dates, address: { city: 'Austin' } };
    const open = await converted((await newLead(fields)).id, { start_date: null, address: null });
    expect([open.start_date, open.end_date, open.address]).toEqual([null, null, null]);
    const endless = await converted((await newLead(fields)).id, { end_date: null });
    expect([endless.start_date, endless.end_date]).toEqual(['2026-09-01', null]);
  });

  it.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['an empty project', { project: {} }],
  ])('accepts %s as the body', async (_, body) => {
    const lead = await newLead();
    const answer = await convert(lead.id, body);
    expect([answer.status, answer.body.project.name]).toEqual([201, lead.name]);
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['a lead', { lead: {} }],
    ['a project and more', { project: {}, lead: {} }],
    ['a project that is none', { project: null }],
  ])('refuses %s as the body', async (_, body) => {
    const { id } = await newLead();
    const refused = await convert(id, JSON.stringify(body), { 'content-type': 'application/json' });
    expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'wrong_wrapper']);
  });

  it('puts the project in the requested stage, and a won stage wins the project', async () => {
    const stages: Json[] = (await first.get('/project_stages')).body.project_stages;
    const { id } = await newLead();
    const project = await converted(id, { project_stage_id: stages.find(({ name }) => name === 'Won').id });
    expect([project.close_type, project.probability, project.award_date]).toEqual(['won', 1, '2026-03-02']);
    expect(await toldOf(project.id, 'project')).toEqual(['project.create', 'project.stage_change', 'project.won']);
  });
});

describe('a converted lead', () => {
  it('is archived by the user who converted it and linked to the project, with history and webhook messages for both', async () => {
    const ada = await make(first, 'users', { role: 'member' });
    const { client } = await clientOf(service, { userId: ada.id });
    const { id } = await newLead();
    const before = await traces(service);
    const { project } = (await client.post(`/leads/${id}/convert`)).body;
    expect(grown(before, await traces(service))).toEqual({
      ...{ projects: 1, projects_versions: 1, leads_versions: 1, changes: 2, stage_changes: 1, webhook_messages: 5 },
    });
    const answer = await first.get(`/leads/${id}`);
    expect([answer.body.lead.archived_by.id, project.created_by.id]).toEqual([ada.id, ada.id]);
    expect(answer.body.lead.archived_at).toBe(service.clock.now().toISOString().replace('.000', ''));
    expect(await toldOf(id, 'lead')).toEqual(['lead.archive', 'lead.convert', 'lead.create', 'lead.update']);
    expect(await toldOf(project.id, 'project')).toEqual(['project.create', 'project.stage_change']);
    const [change] = await historyOf(first, `/leads/${id}`);
    expect([change.action, change.user.id]).toEqual(['update', ada.id]);
    expect(change.fields).toEqual({
      archived_at: { from: null, to: answer.body.lead.archived_at },
      archived_by_id: { from: null, to: ada.id },
      project_id: { from: null, to: project.id },
    });
    const [creation, ...none] = await historyOf(first, `/projects/${project.id}`);
    expect([creation.action, creation.user.id, creation.request_id, none]).toEqual([
      ...['create', ada.id, change.request_id, []],
    ]);
  });

  it('keeps its archive date and user if it was archived before', async () => {
    const archived_at = '2026-01-15T08:00:00Z';
    const lead = await newLead({ archived_at });
    await converted(lead.id);
    const after = (await first.get(`/leads/${lead.id}`)).body.lead;
    expect([after.archived_at, after.archived_by]).toEqual([archived_at, lead.archived_by]);
    expect((await toldOf(lead.id, 'lead')).filter((type) => type === 'lead.archive')).toHaveLength(1);
  });

  it('cannot be converted again while its project exists, whether the lead is archived or not', async () => {
    const { id } = await newLead();
    const project = await converted(id);
    for (const lead of [{}, { archived_at: null }]) {
      await first.patch(`/leads/${id}`, { lead });
      const before = await traces(service);
      const again = await convert(id, { project: { name: 'Twice' } });
      expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, 'already_exists', project.id]);
      expect(grown(before, await traces(service))).toEqual({});
    }
  });
});
