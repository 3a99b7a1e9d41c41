import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
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
const convert = (id: string, project?: object, headers?: Record<string, string>): Promise<Reply> =>
  first.post(`/leads/${id}/convert`, project && { project }, headers);
const places = ({ body }: Reply): string[] => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);

/** Expects that the request has no effect, and returns its response. */
async function refused(send: () => Promise<Reply>): Promise<Reply> {
  const before = await traces(service);
  const answer = await send();
  expect(grown(before, await traces(service))).toEqual({});
  return answer;
}

describe('the conversion of a lead', () => {
  it('reports every invalid field of the project, with its pointer', async () => {
    const { id } = await newLead();
    const project = {
      ...{ name: null, nmae: 'x', units: -1, probability: 2, address: 'Main Street', start_date: '2026-02-30' },
      ...{ company_id: '999999999', custom_fields: { none_such: 1 }, bid_due_at: 'soon' },
    };
    const answer = await refused(() => convert(id, project));
    expect([answer.status, places(answer).sort()]).toEqual([
      422,
      [
        ...['/project/address wrong_type', '/project/bid_due_at invalid_format'],
        ...['/project/company_id invalid_reference', '/project/custom_fields/none_such unknown_field'],
        ...['/project/name required', '/project/nmae unknown_field', '/project/probability out_of_range'],
        ...['/project/start_date invalid_format', '/project/units out_of_range'],
      ],
    ]);
  });

  it('refuses a duration that ends after the year 9999', async () => {
    const { id } = await newLead({
      ...{ estimated_start_date: '2026-09-01', construction_duration: 2_147_483_647 },
      construction_duration_unit: 'years',
    });
    const answer = await refused(() => convert(id));
    expect([answer.status, places(answer)]).toEqual([422, ['/project/end_date out_of_range']]);
    expect((await convert(id, { end_date: '2030-01-01' })).status).toBe(201);
  });

  it('refuses an end date before the start date', async () => {
    const { id } = await newLead({ estimated_start_date: '2026-09-01' });
    const answer = await refused(() => convert(id, { end_date: '2026-08-31' }));
    expect(places(answer)).toEqual(['/project/end_date out_of_range']);
  });

  it('refuses a company that was deleted after the lead referred to it, unless the request sets another', async () => {
    const company = await make(first, 'companies');
    const { id } = await newLead({ company_id: company.id });
    await first.delete(`/companies/${company.id}`);
    const answer = await refused(() => convert(id));
    expect([answer.status, places(answer)]).toEqual([422, ['/project/company_id invalid_reference']]);
    expect((await convert(id, { company_id: null })).body.project.company).toBeNull();
  });

  it('refuses an external id that another project has', async () => {
    const other = await make(first, 'projects', { external_id: `X ${next()}` });
    const { id } = await newLead();
    const answer = await refused(() => convert(id, { external_id: other.external_id.toLowerCase() }));
    expect([answer.status, answer.body.code, answer.body.existing_id]).toEqual([409, 'already_exists', other.id]);
  });

  it('refuses a project without a required custom field', async () => {
    const field = await make(first, 'custom_fields', { model: 'project', api_name: 'region', required: true });
    const { id } = await newLead();
    const answer = await refused(() => convert(id));
    expect([answer.status, places(answer)]).toEqual([422, ['/project/custom_fields/region required']]);
    expect((await convert(id, { custom_fields: { region: 'South' } })).status).toBe(201);
    await first.delete(`/custom_fields/${field.id}`);
  });
});

describe('a lead', () => {
  it('that is deleted, unknown or of another account cannot be converted: 404', async () => {
    const { id } = await newLead();
    await first.delete(`/leads/${id}`);
    const { id: there } = await make(service.second, 'leads');
    for (const unknown of [id, there, '999999999', '0', 'x', '99999999999999999999']) {
      const answer = await refused(() => convert(unknown));
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
        ...[404, 'not_found', `There is no lead ${unknown}.`],
      ]);
    }
  });

  it('can be converted only by a user and a token with write access', async () => {
    const { id } = await newLead();
    const viewer = await make(first, 'users', { role: 'viewer' });
    const member = await make(first, 'users', { role: 'member' });
    for (const token of [{ userId: viewer.id }, { userId: member.id, scopes: ['read', 'admin'] as const }]) {
      const { client } = await clientOf(service, token);
      expect((await refused(() => client.post(`/leads/${id}/convert`))).status).toBe(403);
    }
  });

  it('is converted only if If-Match names its version', async () => {
    const lead = await newLead();
    await first.patch(`/leads/${lead.id}`, { lead: { units: 5 } });
    const stale = await refused(() => convert(lead.id, { name: 'N' }, { 'if-match': '"1"' }));
    expect([stale.status, stale.body.code, stale.headers.get('etag')]).toEqual([412, 'stale', '"2"']);
    // The request has no fields of the lead, so the response names none.
    expect(stale.body.errors).toEqual([]);
    expect((await convert(lead.id, undefined, { 'if-match': '"2"' })).status).toBe(201);
  });

  it('can be converted again when its project is deleted', async () => {
    const { id } = await newLead();
    const gone = (await convert(id)).body.project;
    await first.delete(`/projects/${gone.id}`);
    const answer = await convert(id);
    expect(answer.status).toBe(201);
    expect((await convert(id)).body.existing_id).toBe(answer.body.project.id);
  });

  it('becomes one project when several requests convert it at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await newLead();
      const before = await traces(service);
      const answers = await Promise.all([1, 2, 3, 4].map(() => convert(id)));
      const made = answers.find(({ status }) => status === 201)?.body.project;
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      for (const { status, body } of answers) if (status === 409) expect(body.existing_id).toBe(made.id);
      expect(grown(before, await traces(service))).toMatchObject({ projects: 1, changes: 2, webhook_messages: 5 });
    }
  });

  it('is converted once under one idempotency key, in parallel requests and later retries', async () => {
    const { id } = await newLead();
    const headers = { 'idempotency-key': `convert ${next()}` };
    const before = await traces(service);
    const twins = await Promise.all([convert(id, { name: 'K' }, headers), convert(id, { name: 'K' }, headers)]);
    twins.push(await convert(id, { name: 'K' }, headers));
    expect(new Set(twins.map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
    expect(twins.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(twins.map((twin) => twin.headers.get('idempotent-replayed')).sort()).toEqual([null, 'true', 'true']);
    expect(new Set(twins.map((twin) => twin.headers.get('location'))).size).toBe(1);
    expect(grown(before, await traces(service))).toMatchObject({ projects: 1, idempotency_keys: 1 });
    const other = await refused(() => convert(id, { name: 'L' }, headers));
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });
});
