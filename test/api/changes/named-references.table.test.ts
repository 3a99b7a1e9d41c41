import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/index.ts';
import { namingField } from '../../../src/resources/resource.ts';
import { collectionOf, leastBody, make, newExternalId, next, postNew, withoutOwner } from '../../support/data/make.ts';
import { type Asked, references, shapes } from '../../support/data/registry.ts';
import { type Client, faults, type Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const targetOf = ({ field }: Asked) => resourceOf('to' in field ? field.to : '');

/** Makes a record to refer to, with a value for each field that names it. */
async function makeTarget(asked: Asked): Promise<Json> {
  const target = targetOf(asked);
  const keyed = 'external_id' in target.fields ? { external_id: newExternalId() } : {};
  return { ...(await make(first, target.plural, keyed)), ...keyed };
}

/** The keys of an object that names a record. */
const keysOf = (asked: Asked): string[] => ['id', namingField(targetOf(asked)) ?? []].flat();

/** The objects that name a record: by its id, with the rest of its keys, and by each of its unique texts. */
const objectsOf = (asked: Asked, record: Json): object[] => [
  { id: record.id },
  { ...record, name: 'of another time' },
  ...keysOf(asked)
    .slice(1)
    .flatMap((key) => [{ [key]: record[key] }, { [key]: String(record[key]).toUpperCase() }]),
];

/** The fields with which a record stays valid when one of its references is cleared. */
async function fieldsBeside(plural: string): Promise<object> {
  if (plural === 'notes') return { contact_ids: [(await make(first, 'contacts')).id] };
  return plural === 'calls' ? { notes: 'No answer.' } : {};
}

const several = ({ field }: Asked, object: unknown): unknown => (field.kind === 'references' ? [object] : object);

describe.each(shapes.filter(([, resource]) => references(resource).length > 0))('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });
  const asked = references(resource).filter(({ name }) => name !== 'archived_by');
  const changeable = asked.filter(({ field }) => !field.fixed);
  /** The id, or the ids, that a record has for a reference. */
  const idsOf = async ({ id }: Json, { key }: Asked): Promise<unknown> => {
    const answer = await first.get(`/${plural}/${id}?fields=${key}`);
    return answer.body[resource.singular][key];
  };
  const least = async ({ key }: Asked): Promise<object> => {
    const { [key]: _, ...others } = withoutOwner(await leastBody(first, resource), resource, { [key]: null });
    return others;
  };

  it.each(asked)('can be created with an object for $name', async (one) => {
    const record = await makeTarget(one);
    for (const object of objectsOf(one, record)) {
      // A user is in the team of a project once.
      const path = one.field.unique ? `/${plural}?project_id=${(await make(first, 'projects')).id}` : undefined;
      const body = wrap({ ...(await least(one)), [one.name]: several(one, object) });
      const answer = await first.post(path ?? (await collectionOf(first, resource)), body);
      expect(answer.status, answer.text).toBe(201);
      expect(await idsOf(answer.body[resource.singular], one)).toEqual(several(one, record.id));
    }
  });

  it.each(changeable)('can be changed with an object for $name', async (one) => {
    const made = await make(first, plural, { ...(await fieldsBeside(plural)) });
    const record = await makeTarget(one);
    const [least, ...others] = objectsOf(one, record);
    const changed = await first.patch(`/${plural}/${made.id}`, wrap({ [one.name]: several(one, least) }));
    expect(changed.status, changed.text).toBe(200);
    expect(await idsOf(made, one)).toEqual(several(one, record.id));
    for (const object of others) {
      const again = await first.patch(`/${plural}/${made.id}`, wrap({ [one.name]: several(one, object) }));
      expect([again.status, again.headers.get('etag')]).toEqual([200, changed.headers.get('etag')]);
    }
    // A file has one owner, so none of them can be cleared.
    if (one.field.required || one.name === 'project_stage' || plural === 'files') return;
    const cleared = await first.patch(`/${plural}/${made.id}`, wrap({ [one.name]: null }));
    expect(cleared.status, cleared.text).toBe(200);
    expect(await idsOf(made, one)).toEqual(one.field.kind === 'references' ? [] : null);
  });

  it.each(asked)('refuse an object for $name that names no record', async (one) => {
    const at = `/${resource.singular}/${one.name}${one.field.kind === 'references' ? '/0' : ''}`;
    const unknown = keysOf(one).flatMap((key) =>
      ['987654321', 'None\u0000', 'x'.repeat(1000), '-1', ''].map((value) => ({ [key]: value })),
    );
    for (const object of unknown) {
      const body = wrap({ ...(await least(one)), [one.name]: several(one, object) });
      const answer = await postNew(first, resource, body);
      expect([answer.status, faults(answer)], answer.text).toEqual([422, [[at, 'invalid_reference']]]);
    }
    for (const id of [5, null, {}, ['5'], true]) {
      const body = wrap({ ...(await least(one)), [one.name]: several(one, { id }) });
      expect(faults(await postNew(first, resource, body))).toEqual([[`${at}/id`, 'wrong_type']]);
    }
    const key = namingField(targetOf(one)) ?? 'name';
    const unfit = [5, 'Harbor', true, [], {}, { [key]: 5 }, { [key]: null }, { [key]: 'a', more: 'b' }, { note: 'x' }];
    for (const value of unfit) {
      const body = wrap({ ...(await least(one)), [one.name]: several(one, value) });
      const answer = await postNew(first, resource, body);
      expect(faults(answer), answer.text).toEqual([[at, 'not_allowed']]);
      expect(answer.body.errors[0]).toMatchObject({ suggestion: one.key });
    }
  });

  it.each(changeable)('refuse an object for $name that names another record than $key', async (one) => {
    const made = await make(first, plural, { ...(await fieldsBeside(plural)) });
    const [held, other, third] = [await makeTarget(one), await makeTarget(one), await makeTarget(one)];
    const send = async (object: Json, { id }: Json) =>
      await first.patch(
        `/${plural}/${made.id}`,
        wrap({ [one.name]: several(one, { id: object.id }), [one.key]: several(one, id) }),
      );
    expect((await send(held, held)).status).toBe(200);
    const refused = await send(third, other);
    expect([refused.status, faults(refused)]).toEqual([422, [[`/${resource.singular}/${one.name}`, 'not_allowed']]]);
    expect(await idsOf(made, one)).toEqual(several(one, held.id));
    // A record that was read, with only the id changed.
    expect((await send(held, other)).status).toBe(200);
    expect(await idsOf(made, one)).toEqual(several(one, other.id));
  });
});

describe('an object for a reference', () => {
  const external = () => `ERP-${next()}`;

  it('creates a project for the records of other systems', async () => {
    const [company, contact] = [external(), external()];
    await make(first, 'companies', { external_id: company, name: 'Northline' });
    await make(first, 'contacts', { external_id: contact, first_name: 'Dana' });
    const email = `joe.${next()}@northline.example`;
    await make(first, 'users', { email });
    const stage = (await first.get('/project_stages')).body.project_stages.find((one: Json) => one.category === 'won');
    const project = {
      name: 'Harbor',
      company: { external_id: company.toLowerCase() },
      contact: { external_id: contact },
      project_stage: { name: stage.name.toLowerCase() },
      assigned_to: { email: email.toUpperCase() },
    };
    const { status, body } = await first.post('/projects', { project });
    expect(status).toBe(201);
    expect(body.project).toMatchObject({
      company: { name: 'Northline' },
      project_stage: { id: stage.id },
      close_type: 'won',
      assigned_to: { email },
    });
  });

  it('leaves a record as it is that is sent back as it was read', async () => {
    const company = await make(first, 'companies');
    const user = await make(first, 'users');
    const made = await make(first, 'projects', { company_id: company.id, assigned_to_id: user.id });
    await first.delete(`/companies/${company.id}`);
    await first.delete(`/users/${user.id}`);
    const { body, headers } = await first.get(`/projects/${made.id}?include=contact,external_id,version,deleted_at`);
    const sent = await first.patch(`/projects/${made.id}`, { project: body.project });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('names no deleted record', async () => {
    const key = external();
    const { id } = await make(first, 'companies', { external_id: key });
    await first.delete(`/companies/${id}`);
    const industry = await make(first, 'industries');
    await first.delete(`/industries/${industry.id}`);
    const project = { name: 'Harbor', company: { external_id: key } };
    expect(faults(await first.post('/projects', { project }))).toEqual([['/project/company', 'invalid_reference']]);
    const company = { name: 'Northline', industries: [{ name: industry.name }] };
    expect(faults(await first.post('/companies', { company }))).toEqual([
      ['/company/industries/0', 'invalid_reference'],
    ]);
  });

  it('names no record of another account', async () => {
    const key = external();
    const { id } = await make(service.second, 'companies', { external_id: key });
    for (const company of [{ external_id: key }, { id }]) {
      const answer = await first.post('/projects', { project: { name: 'Harbor', company } });
      expect(faults(answer)).toEqual([['/project/company', 'invalid_reference']]);
    }
  });

  it('keeps the order of a list, and names each record once', async () => {
    const [one, two] = [await make(first, 'industries'), await make(first, 'industries')];
    const industries = [{ name: two.name }, { id: one.id }];
    const { body } = await first.post('/companies', { company: { name: 'Northline', industries } });
    expect(body.company.industries.map(({ id }: Json) => id)).toEqual([two.id, one.id]);
    const twice = { name: 'Northline', industries: [{ name: one.name }, { id: one.id }] };
    expect(faults(await first.post('/companies', { company: twice }))).toEqual([
      ['/company/industries/1', 'duplicate'],
    ]);
    const text = { name: 'Northline', industries: 'Healthcare' };
    const refused = await first.post('/companies', { company: text });
    expect(refused.body.errors).toMatchObject([
      { pointer: '/company/industries', code: 'not_allowed', suggestion: 'industry_ids' },
    ]);
  });

  it('counts for the rules', async () => {
    const { id } = await make(first, 'companies');
    expect((await first.post('/calls', { call: { company: { id } } })).status).toBe(201);
    expect((await first.post('/calls', { call: { company: null } })).status).toBe(422);
    const unknown = await first.post('/calls', { call: { company: { external_id: external() } } });
    expect(faults(unknown)).toEqual([['/call/company', 'invalid_reference']]);
  });

  it('replaces the value of the lead in a conversion', async () => {
    const key = external();
    const [own, other] = [await make(first, 'companies'), await make(first, 'companies', { external_id: key })];
    const converted = async (project: object) => {
      const lead = await make(first, 'leads', { company_id: own.id });
      return (await first.post(`/leads/${lead.id}/convert`, { project })).body.project.company;
    };
    expect(await converted({ company: { external_id: key } })).toMatchObject({ id: other.id });
    expect(await converted({ company: null })).toBeNull();
    expect(await converted({ company: { id: own.id } })).toMatchObject({ id: own.id });
  });

  it('names the records of bulk rows', async () => {
    const key = external();
    const company = await make(first, 'companies', { external_id: key });
    const { id } = await make(first, 'projects');
    const projects = [
      { name: 'Harbor', company: { external_id: key } },
      { id, company: { external_id: key }, name: 'Pier' },
      { name: 'Quay', company: { external_id: external() } },
      { name: 'Dock', company: 'Northline' },
    ];
    const { body } = await first.post('/projects/bulk', { projects });
    expect(body.results.map(({ result }: Json) => result)).toEqual(['created', 'updated', 'failed', 'failed']);
    expect(body.results.slice(2).map(({ errors }: Json) => errors)).toMatchObject([
      [{ pointer: '/projects/2/company', code: 'invalid_reference' }],
      [{ pointer: '/projects/3/company', code: 'not_allowed', suggestion: 'company_id' }],
    ]);
    const { id: made } = body.results[0];
    expect((await first.get(`/projects/${made}`)).body.project.company.id).toBe(company.id);
    expect((await first.get(`/projects/${id}`)).body.project.company.id).toBe(company.id);
  });

  it('belongs to the request that an idempotency key stands for', async () => {
    const key = external();
    const { id } = await make(first, 'companies', { external_id: key });
    const headers = { 'idempotency-key': external() };
    const send = (company: object) => first.post('/projects', { project: { name: 'Harbor', company } }, headers);
    const made = await send({ external_id: key });
    expect((await send({ external_id: key })).body).toEqual(made.body);
    expect((await send({ id })).status).toBe(422);
  });
});
