import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService();
  ({ first } = service);
});
afterAll(() => service.stop());

const define = async (name: string, given: Json = {}): Promise<Reply> =>
  await first.post('/custom_fields', { custom_field: { model: 'project', name, field_type: 'text', ...given } });
const defined = async (name: string, given: Json = {}): Promise<Json> => {
  const { status, body } = await define(name, given);
  expect([name, status]).toEqual([name, 201]);
  return body.custom_field;
};
const apiNameOf = async (name: string, given: Json = {}): Promise<string> => (await defined(name, given)).api_name;

describe('the api_name of a custom field whose name has letters of another script', () => {
  beforeEach(async () => {
    for (const { id } of (await first.get('/custom_fields')).body.custom_fields)
      await first.delete(`/custom_fields/${id}`);
  });

  it('gets a number if a field of another name has it', async () => {
    const fields = [await defined('Бюджет'), await defined('Сумма'), await defined('予算'), await defined('🏗')];
    expect(fields.map((field) => field.api_name)).toEqual(['field', 'field_2', 'field_3', 'field_4']);
    expect(fields.map((field) => field.key)).toEqual(['field', 'field_2', 'field_3', 'field_4']);
    expect([await apiNameOf('Бюджет (USD)'), await apiNameOf('Сумма (USD)')]).toEqual(['usd', 'usd_2']);
    const { id } = await make(first, 'projects', { custom_fields: { field: 'a', field_2: 'b', usd_2: 'c' } });
    expect((await first.get(`/projects/${id}`)).body.project.custom_fields).toMatchObject({
      ...{ field: 'a', field_2: 'b', field_3: null, usd: null, usd_2: 'c' },
    });
  });

  it('gets no number if the fields that have it are of another model', async () => {
    await defined('Бюджет');
    expect(await apiNameOf('Сумма', { model: 'company' })).toBe('field');
    expect(await apiNameOf('Телефон', { model: 'contact' })).toBe('field');
  });

  it('is the first one that is free, also after a deletion', async () => {
    const { id } = await defined('Бюджет');
    await defined('Другое', { api_name: 'field_2' });
    expect(await apiNameOf('Сумма')).toBe('field_3');
    await first.delete(`/custom_fields/${id}`);
    expect(await apiNameOf('Срок')).toBe('field');
    expect((await first.post(`/custom_fields/${id}/restore`)).status).toBe(409);
  });

  it('has at most 63 characters, with its number', async () => {
    const words = 'a'.repeat(70);
    expect([await apiNameOf(`${words} м`), await apiNameOf(`${words} т`)]).toEqual([
      'a'.repeat(63),
      `${'a'.repeat(61)}_2`,
    ]);
  });

  it('is refused if a field of the same name has it, with the id of that field', async () => {
    await defined('Бюджет');
    const { id } = await defined('Сумма');
    for (const name of ['Сумма', 'СУММА']) {
      const { status, body } = await define(name);
      expect([status, body.code, body.existing_id]).toEqual([409, 'already_exists', id]);
      expect(body.errors).toMatchObject([{ pointer: '/custom_field/api_name', code: 'already_exists' }]);
    }
    expect((await first.get('/custom_fields')).body.custom_fields.length).toBe(2);
  });

  it('differs between fields that are defined at once', async () => {
    const names = ['Бюджет', 'Сумма', 'Срок', 'Цена', 'Площадь', 'Этаж'];
    const replies = await Promise.all(names.map((name) => define(name)));
    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect(replies.map(({ body }) => body.custom_field.api_name).sort()).toEqual([
      ...['field', 'field_2', 'field_3', 'field_4', 'field_5', 'field_6'],
    ]);
  });

  it('goes to one field only if several of one name are defined at once', async () => {
    const replies = await Promise.all([0, 1, 2].map(() => define('Бюджет')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const { id } = replies.find(({ status }) => status === 201)?.body.custom_field ?? {};
    for (const { status, body } of replies) if (status === 409) expect(body.existing_id).toBe(id);
  });
});

it('the api_name of a custom field with a Latin name is refused if another field has it', async () => {
  const { id } = await defined('Risk Level');
  for (const name of ['Risk Level', 'risk-level', 'Rísk level']) {
    const { status, body } = await define(name);
    expect([status, body.code, body.existing_id]).toEqual([409, 'already_exists', id]);
  }
});

it('the key of a list entry whose name has letters of another script differs from that of the other entries', async () => {
  const made = [];
  for (const name of ['Бюджет', 'Сумма', '予算']) made.push(await make(first, 'divisions', { name }));
  expect(made.map(({ key }) => key)).toEqual(['entry', 'entry_2', 'entry_3']);
  const stages = [];
  for (const name of ['Оценка', 'Торги']) stages.push(await make(first, 'project_stages', { name, category: 'open' }));
  expect(stages.map(({ key }) => key)).toEqual(['entry', 'entry_2']);
});
