import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

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

describe('the log', () => {
  it.each([
    [
      'a row that the database refuses',
      "alter table companies add constraint strict_phone check (phone not like 'Private%')",
      'alter table companies drop constraint strict_phone',
      { code: '23514', constraint: 'strict_phone', table: 'companies' },
    ],
    [
      'a value that it cannot read',
      'create index strict_phone on companies ((phone::integer))',
      'drop index strict_phone',
      { code: '22P02' },
    ],
  ])('reports %s, without the values of the record', async (_, obstacle, removal, told) => {
    await service.engine.script(obstacle);
    const answer = await first.post('/companies', { company: { name: 'Hush', phone: 'Private "Phone" Number' } });
    await service.engine.script(removal);
    expect(answer.status).toBe(500);
    const failure = lines().findLast(({ msg }) => msg === 'request failed');
    expect(failure?.err).toMatchObject({ ...told, type: 'StatementError', stack: expect.stringContaining(' at ') });
    expect(service.logged.join('')).not.toMatch(/Hush|Private|Phone|Number/);
  });

  it('contains nothing from the headers, the query or the body of a request', async () => {
    const secret = (where: string) => `plb_hidden_in_${where}_0123456789`;
    const headers = { authorization: `Bearer ${secret('headers')}`, cookie: `session=${secret('cookies')}` };
    await service.client(null).get(`/projects?access_token=${secret('query')}`, headers);
    await first.post(`/users?secret=${secret('query')}`, { user: { password: secret('body'), token: secret('body') } });
    await first.post('/oauth/token', { client_id: '1', client_secret: secret('body') });
    expect(lines().filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(3);
    expect(service.logged.join('')).not.toMatch(/hidden_in/);
  });

  it('names the database, which /health and /ready do not', async () => {
    const listening = lines().find(({ msg }) => msg.startsWith('listening on '));
    expect(listening?.place).toMatch(/plumbline[_-]tests/);
    expect(listening?.engine).toMatch(/Postgres \d/);
    for (const path of ['/health', '/ready']) {
      const { body, text } = await first.get(service.url + path);
      expect(body.description).toBe(listening?.engine);
      expect(text).not.toMatch(/plumbline[_-]suite|127\.0\.0\.1|tmp/);
    }
  });
});
