import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('a body that is meant to keep the service busy', () => {
  it('is refused if a text of 1 MB ends in NUL', async () => {
    const reply = await service.first.post('/companies', { company: { name: `${'a'.repeat(1_000_000)}\u0000` } });
    expect(reply.status).toBe(422);
    const codes = (reply.body.errors as { code: string }[]).map(({ code }) => code);
    expect(codes.sort()).toEqual(['invalid_text', 'too_long']);
  });

  it.each([
    ['unknown fields', (fields: object) => fields],
    ['unknown custom fields', (fields: object) => ({ name: 'Acme', custom_fields: fields })],
  ])('gets errors for the first of its %s only', async (_, company) => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (__, index) => [`f${index.toString(36)}`, 1]));
    const reply = await service.first.post('/companies', { company: company(fields) });
    expect(reply.status).toBe(422);
    expect(reply.body.errors.length).toBeGreaterThan(300);
    expect(reply.text.length).toBeLessThan(100_000);
    expect(reply.body.detail).toContain('There are more');
  });

  it('gets no suggestion for a name of 900,000 characters', async () => {
    const reply = await service.first.post('/companies', { company: { name: 'Acme', ['x'.repeat(900_000)]: 1 } });
    expect(reply.status).toBe(422);
    expect(reply.body.errors[0].suggestion).toBeUndefined();
  });
});

describe('a cursor that the service did not issue', () => {
  const newest = 'companies -created_at,-id';
  it.each([
    [cursor('f', newest, '0000-01-01T00:00:00Z', '1')],
    [cursor('f', newest, '2023-02-30T00:00:00Z', '1')],
    [cursor('f', newest, '2023-04-30T24:00:00Z', '1')],
    [cursor('f', newest, '2023-04-30T00:00:00Z', '1e3')],
    [cursor('f', newest, '2023-04-30T00:00:00Z', null)],
    [cursor('f', newest)],
    [cursor('b', 'contacts -created_at,-id')],
  ])('is refused: %s', async (text) => {
    const reply = await service.first.get(`/companies?cursor=${text}`);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ parameter: 'cursor' }]);
  });
});

describe('the stored idempotency keys', () => {
  it('are deleted after 24 hours', async () => {
    const { first, engine, clock } = service;
    const keys = async () => (await engine.query('select key from idempotency_keys')).map((row) => row['key']);
    const company = await make(first, 'companies');
    const rename = (name: string) =>
      first.patch(`/companies/${company.id}`, { company: { name } }, { 'idempotency-key': name });
    await rename('Monday');
    await rename('Tuesday');
    clock.advance(24 * 60 * 60 * 1000);
    await rename('Wednesday');
    expect(await keys()).toEqual(['Wednesday']);
  });
});

describe('the time of a change', () => {
  it('is never earlier than the time of the change before it', async () => {
    const { first, clock } = service;
    const company = await make(first, 'companies');
    clock.advance(-60_000);
    const changed = await first.patch(`/companies/${company.id}`, { company: { name: 'Earlier' } });
    expect(changed.body.company.updated_at).toBe(company.updated_at);
    clock.advance(60_000);
  });
});
