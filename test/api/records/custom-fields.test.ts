import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customFieldModels, customFieldTypes } from '../../../src/resources/vocabulary/choices.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { leastBody, make, postNew } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const good: Readonly<Record<(typeof customFieldTypes)[number], readonly unknown[]>> = {
  text: ['one', ' 🏗 '],
  long_text: ['one\ntwo'],
  number: [0, -1.5, 1e21, 0.1],
  currency: [12.34, -5, 9_999_999_999_999.99],
  date: ['2026-02-28'],
  boolean: [true, false],
  select: ['A', 'B'],
  multi_select: [['B', 'A'], ['A']],
  url: ['https://example.com/a?b#c'],
  user: [],
};

const bad: Readonly<Record<(typeof customFieldTypes)[number], readonly [value: unknown, code: string][]>> = {
  text: [
    [5, 'wrong_type'],
    ['x'.repeat(256), 'too_long'],
    ['\ud800', 'invalid_text'],
  ],
  long_text: [
    ['a\0', 'invalid_text'],
    [{}, 'wrong_type'],
  ],
  number: [['5', 'wrong_type']],
  currency: [
    [1.005, 'too_many_decimals'],
    [1e13, 'out_of_range'],
  ],
  date: [
    ['2026-02-29', 'invalid_format'],
    [5, 'wrong_type'],
  ],
  boolean: [['true', 'wrong_type']],
  select: [
    ['C', 'not_allowed'],
    [['A'], 'wrong_type'],
  ],
  multi_select: [
    ['A', 'wrong_type'],
    [['A', 'C'], 'not_allowed'],
    [['A', 'A'], 'duplicate'],
  ],
  url: [['example.com', 'invalid_format']],
  user: [
    ['987654321', 'invalid_reference'],
    [5, 'wrong_type'],
  ],
};

it('an invalid option of a select field is reported at its position, and not as missing options', async () => {
  const definition = { model: 'project', name: 'Zone', field_type: 'select', options: ['A', ' '] };
  const refused = await first.post('/custom_fields', { custom_field: definition });
  expect(refused.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)).toEqual([
    '/custom_field/options/1 required',
  ]);
});

describe.each(customFieldModels)('the custom fields of a %s', (model) => {
  const resource = resourceOf({ project: 'projects', company: 'companies', contact: 'contacts' }[model]);
  const { plural } = resource;
  const patch = async (id: string, values: Json) =>
    await first.patch(`/${plural}/${id}`, { [model]: { custom_fields: values } });
  const shown = async (id: string): Promise<Json> => (await first.get(`/${plural}/${id}`)).body[model].custom_fields;

  it('accept valid values of every type, and report every invalid value in one response', async () => {
    const names: Record<string, string> = {};
    for (const type of customFieldTypes) {
      const options = type.endsWith('select') ? { options: ['A', 'B'] } : {};
      const made = await make(first, 'custom_fields', { model, name: `A ${type}`, field_type: type, ...options });
      names[type] = made.api_name;
      expect(made.api_name).toBe(`a_${type}`);
    }
    const { id, custom_fields: none } = await make(first, plural);
    expect(none).toEqual(Object.fromEntries(Object.values(names).map((name) => [name, null])));
    const user = await make(first, 'users');
    for (const round of [0, 1, 2, 3]) {
      const values = customFieldTypes.flatMap((type) => {
        const fit = type === 'user' ? [user.id] : good[type];
        return [[names[type] ?? '', fit[round % fit.length]]];
      });
      const given = Object.fromEntries(values);
      expect((await patch(id, given)).body[model].custom_fields).toEqual(given);
      expect(await shown(id)).toEqual(given);
      const faulty = customFieldTypes.map((type) => [names[type], bad[type][round % bad[type].length]] as const);
      const refused = await patch(id, Object.fromEntries(faulty.map(([name, wrong]) => [name, wrong?.[0]])));
      const problems = refused.body.errors.map(({ pointer, code }: Json) => [pointer, code]).sort();
      expect(problems).toEqual(faulty.map(([name, wrong]) => [`/${model}/custom_fields/${name}`, wrong?.[1]]).sort());
      expect(await shown(id)).toEqual(given);
    }
    const before = await first.get(`/${plural}/${id}`);
    expect((await first.patch(`/${plural}/${id}`, before.body)).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('disappear from records when the field is deleted, and reappear when it is restored', async () => {
    const field = await make(first, 'custom_fields', { model, name: 'Hidden for a while' });
    const name = field.api_name;
    const { id } = await make(first, plural, { custom_fields: { [name]: 'still here' } });
    await first.delete(`/custom_fields/${field.id}`);
    expect(await shown(id)).not.toHaveProperty(name);
    expect((await patch(id, { [name]: 'x' })).body.errors[0]).toMatchObject({ code: 'unknown_field' });
    await first.patch(`/${plural}/${id}`, { [model]: { custom_fields: null } });
    await first.post(`/custom_fields/${field.id}/restore`);
    expect((await shown(id))[name]).toBe('still here');
    const [change] = (await first.get(`/${plural}/${id}/history`)).body.changes;
    expect(Object.keys(change.fields)).not.toContain(`custom_fields.${name}`);
  });

  it('that are required need a value on creation, and an update cannot clear them', async () => {
    const old = await make(first, plural);
    const field = await make(first, 'custom_fields', { model, name: 'Must be there', required: true });
    const name = field.api_name;
    const least = await leastBody(first, resource);
    const pointer = `/${model}/custom_fields/${name}`;
    for (const without of [{}, { custom_fields: {} }, { custom_fields: { [name]: ' ' } }]) {
      const refused = await postNew(first, resource, { [model]: { ...least, ...without } });
      expect(refused.body.errors).toMatchObject([{ pointer, code: 'required' }]);
    }
    const { id } = await make(first, plural, { custom_fields: { [name]: 'x' } });
    expect((await patch(id, { [name]: null })).body.errors).toMatchObject([{ pointer, code: 'required' }]);
    expect((await patch(old.id, {})).status).toBe(200);
    await first.delete(`/custom_fields/${field.id}`);
  });

  it('show the old and the new value in the history', async () => {
    const { api_name: name } = await make(first, 'custom_fields', { model, name: 'Watched' });
    const { id } = await make(first, plural);
    await patch(id, { [name]: 'one' });
    await patch(id, { [name]: 'two' });
    const { changes } = (await first.get(`/${plural}/${id}/history`)).body;
    expect(changes.map(({ fields }: Json) => fields)).toEqual([
      { [`custom_fields.${name}`]: { from: 'one', to: 'two' } },
      { [`custom_fields.${name}`]: { from: null, to: 'one' } },
      {},
    ]);
  });
});
