import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startTestService();
  ({ first } = service);
});
afterAll(() => service.stop());

interface Line {
  readonly msg: string;
  readonly engine?: string;
  readonly place?: string;
  readonly err?: Readonly<Record<string, string>>;
}

const lines = (): Line[] => service.logged.map((line) => JSON.parse(line) as Line);
const failures = () => lines().filter(({ msg }) => msg === 'request failed');

describe('the log', () => {
  it.each([
    ['a lost race for a key', 'create unique index strict_phone on companies (phone)', '23505'],
    ['a value that the database cannot take', 'create index strict_phone on companies ((phone::integer))', '22P02'],
  ])('tells of %s, and nothing that a record holds', async (_, obstacle, code) => {
    await service.engine.script(obstacle);
    const company = { company: { name: 'T', phone: 'Private "Phone" Number' } };
    for (let count = 0; count < 2; count += 1) await first.post('/companies', company);
    await service.engine.script('drop index strict_phone; delete from companies');
    expect(failures().at(-1)?.err).toMatchObject({
      type: 'StatementError',
      code,
      stack: expect.stringContaining('at '),
    });
    expect(service.logged.join('')).not.toMatch(/Private|Phone"/);
  });

  it('names the constraint that was violated, and its table', async () => {
    await service.engine.script('create unique index strict_phone on companies (phone)');
    for (let count = 0; count < 2; count += 1) {
      await first.post('/companies', { company: { name: 'T', phone: '5' } });
    }
    await service.engine.script('drop index strict_phone');
    expect(failures().at(-1)?.err).toMatchObject({ constraint: 'strict_phone', table: 'companies' });
  });

  it('alone knows where the database is: /health and /ready tell nobody', async () => {
    const listening = lines().find(({ msg }) => msg.startsWith('listening on '));
    expect(listening?.place).toMatch(/plumbline[_-]suite/);
    expect(listening?.engine).toMatch(/Postgres \d/);
    for (const path of ['/health', '/ready']) {
      const { body, text } = await first.get(service.url + path);
      expect(body.description).toBe(listening?.engine);
      expect(text).not.toMatch(/plumbline[_-]suite|127\.0\.0\.1|tmp/);
    }
  });
});
