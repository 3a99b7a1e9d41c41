import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listedFields } from '../../../src/resources/resource.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { leastBody, make, postNew } from '../../support/data/make.ts';
import { askedFields, shapes } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { wrongValues } from '../../support/data/wrong.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const problems = ({ status, body }: Reply): string[] => {
  expect([status, body.code]).toEqual([422, 'validation_failed']);
  const found: string[] = body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
  return [...new Set(found)].sort();
};

describe.each(shapes)('%s', (plural, resource) => {
  const wrap = (fields: object) => ({ [resource.singular]: fields });

  it.each(['create', 'update'] as const)('report every invalid field in one response on %s', async (action) => {
    const asked = askedFields(resource, action);
    const { id } = await make(first, plural);
    const rounds = Math.max(...asked.map(({ field }) => wrongValues(field).length));
    for (let round = 0; round < rounds; round += 1) {
      const given = asked.map(({ key, field }) => {
        const all = wrongValues(field);
        return { key, ...all[round % all.length] };
      });
      const body = wrap(Object.fromEntries(given.map(({ key, value }) => [key, value])));
      const answer =
        action === 'create' ? await postNew(first, resource, body) : await first.patch(`/${plural}/${id}`, body);
      const expected = given.map(({ key, code, below }) => `/${resource.singular}/${key}${below ?? ''} ${code ?? ''}`);
      expect(problems(answer)).toEqual(expect.arrayContaining(expected));
      const places = new Set(problems(answer).map((problem) => problem.split(' ')[0]));
      // A contact without a valid name also gets an error for the whole record.
      places.delete(`/${resource.singular}`);
      expect(places.size, JSON.stringify(answer.body.errors)).toBe(expected.length);
    }
  });

  it('suggest the nearest field for each unknown one', async () => {
    const keys = askedFields(resource).map(({ key }) => key);
    const misspelt = Object.fromEntries(keys.map((key) => [`${key}_`, 'x']));
    const answer = await postNew(first, resource, wrap({ ...(await leastBody(first, resource)), ...misspelt }));
    expect(problems(answer).length).toBe(keys.length);
    for (const key of keys) {
      const said = answer.body.errors.find(({ pointer }: Json) => pointer === `/${resource.singular}/${key}_`);
      expect(said).toMatchObject({ code: 'unknown_field', suggestion: key });
    }
  });

  it('report every missing required field', async () => {
    const required = askedFields(resource).filter(({ field }) => field.required);
    const expected = required.map(({ key }) => `/${resource.singular}/${key} required`);
    const answer = await postNew(first, resource, wrap({ unheard_of: 1 }));
    expect(problems(answer)).toEqual(
      expect.arrayContaining([...expected, `/${resource.singular}/unheard_of unknown_field`]),
    );
  });

  it('ignore read-only fields in a request', async () => {
    // Each reference is also accepted as an object.
    const accepted = askedFields(resource).flatMap(({ key, name }) => [key, name]);
    const shown = ['id', 'created_at', 'updated_at', 'deleted_at', ...listedFields(resource).map(([name]) => name)];
    const ignored = Object.fromEntries(shown.filter((key) => !accepted.includes(key)).map((key) => [key, { a: [7] }]));
    const body = await leastBody(first, resource);
    const made = await postNew(first, resource, wrap({ ...body, ...ignored }));
    expect(made.status, made.text).toBe(201);
    const record = made.body[resource.singular];
    expect(JSON.stringify(record)).not.toContain('{"a":[7]}');
    const fixed = askedFields(resource).flatMap(({ key, field }) => (field.fixed ? [[key, 'other']] : []));
    const later = await first.patch(`/${plural}/${record.id}`, wrap({ ...ignored, ...Object.fromEntries(fixed) }));
    expect(later.body[resource.singular]).toEqual(record);
    expect(later.headers.get('etag')).toBe(made.headers.get('etag'));
  });

  it('accept only a body that is wrapped in their singular name', async () => {
    const least = await leastBody(first, resource);
    const { singular } = resource;
    const others = [
      ...[least, { [plural]: [least] }, { [singular]: [least] }, { [singular]: null }, {}, [], 'null', '"x"', '5'],
      { [singular]: least, note: 1 },
    ];
    for (const body of others) {
      const answer = await postNew(first, resource, body);
      expect(problems(answer)).toEqual([' wrong_wrapper']);
      expect(answer.body.errors[0].expected).toBe(singular);
    }
  });
});

describe('a request body', () => {
  it('gets errors with valid JSON Pointers', async () => {
    const answer = await first.post('/companies', { company: { name: 'A', 'a/b~c': 1, '': 2 } });
    expect(problems(answer)).toEqual(['/company/ unknown_field', '/company/a~1b~0c unknown_field']);
  });

  it('cannot reach Object.prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const answer = await first.post('/companies', `{"company":{"name":"A","${name}":{"x":1}}}`);
      expect(problems(answer)).toEqual([`/company/${name} unknown_field`]);
      const custom = await first.post('/companies', `{"company":{"name":"A","custom_fields":{"${name}":1}}}`);
      expect(problems(custom)).toEqual([`/company/custom_fields/${name} unknown_field`]);
    }
    expect(({} as Json).x).toBeUndefined();
  });

  it('gets the errors of the schema, the references and the rules in one response', async () => {
    const answer = await first.post('/projects', {
      project: {
        ...{ nmae: 'Tower', units: '5', company_id: '987654321', work_scope: 'digging' },
        ...{ start_date: '2026-05-02', end_date: '2026-05-01', custom_fields: { none: 1 } },
      },
    });
    expect(problems(answer)).toEqual([
      '/project/company_id invalid_reference',
      '/project/custom_fields/none unknown_field',
      '/project/end_date out_of_range',
      '/project/name required',
      '/project/nmae unknown_field',
      '/project/units wrong_type',
      '/project/work_scope not_allowed',
    ]);
    expect(answer.body.errors.find(({ code }: Json) => code === 'not_allowed').allowed).toContain('renovation');
  });

  it('gets one error for a value of the wrong type, also in a field with allowed values', async () => {
    const lead = { name: 'Tower', work_scope: 5, construction_duration_unit: ['days'] };
    expect(problems(await first.post('/leads', { lead }))).toEqual([
      '/lead/construction_duration_unit wrong_type',
      '/lead/work_scope wrong_type',
    ]);
    const role = { project_team_membership_id: '987654321', role: null };
    expect(problems(await first.post('/project_team_roles', { project_team_role: role }))).toEqual([
      '/project_team_role/project_team_membership_id invalid_reference',
      '/project_team_role/role required',
    ]);
  });

  it('can name at most 1,000 industries, each of them once', async () => {
    const send = async (ids: unknown) => await first.post('/companies', { company: { name: 'A', industry_ids: ids } });
    expect(problems(await send(Array.from({ length: 1001 }, (_, index) => String(index))))).toEqual([
      '/company/industry_ids too_many',
    ]);
    const { id } = await make(first, 'industries');
    expect(problems(await send([id, id]))).toEqual(['/company/industry_ids/1 duplicate']);
  });
});
