import { once } from 'node:events';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { idsAt, receiverFor } from '../support/delivery/delivering.ts';
import { follow } from '../support/delivery/event-stream.ts';
import { hold } from '../support/service/hold.ts';
import { tokens } from '../support/service/template.ts';
import { emptyPlace, furnishedPlace, isEmbedded, type Place } from './command-line.ts';
import { heldRequest } from './held-request.ts';
import { connectionToEach, type KeptConnection, keptConnection } from './kept-connection.ts';
import { begin, runProgram, serve, type Serving } from './program.ts';

const v1 = '/api/2023-01';
const patience = { timeout: 120_000 };

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

const serveTogether = (more: Record<string, string> = {}): Promise<Serving> =>
  serve({ ...place.environment, ...more }, ['--workers', '2']);

/** Returns a connection to each of the two workers of a service. */
async function eachOf(service: Serving): Promise<[KeptConnection, KeptConnection]> {
  const [one, other] = (await connectionToEach(service, 2)).values();
  if (!one || !other) throw new Error('two workers were asked for');
  return [one, other];
}

/** Requests users/me until the rate limit refuses it. Returns the number of admitted requests. */
async function admitted(connection: KeptConnection, token: string): Promise<number> {
  for (let count = 0; ; count += 1) {
    const { status } = await connection.ask('GET', `${v1}/users/me`, token);
    if (status === 429) return count;
    expect(status).toBe(200);
  }
}

/** Makes the database newer than the program. A process that starts afterwards refuses it. */
const newerMigration = `insert into schema_migrations (version, name, checksum, applied_at)
  values (9999, '9999-of-tomorrow.sql', '', now())`;

if (isEmbedded)
  test('the embedded engine refuses several workers', patience, async () => {
    const refused = await runProgram(place.environment, ['serve', '--workers', '2']);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('  --workers: more than 1 needs a Postgres server (DATABASE_URL)');
  });

if (!isEmbedded)
  describe('several workers', patience, () => {
    test('print the credentials once, and listen on one address', async () => {
      const empty = await emptyPlace();
      onTestFinished(empty.remove);
      const service = await serve({ ...empty.environment, WORKERS: '2' }, ['--json']);
      const answering = await connectionToEach(service, 2);
      expect([...answering.keys()]).not.toContain(service.pid);
      const { status, stdout, stderr } = await service.stop();
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        url: service.url,
        first_start: { token: expect.any(String), passwordUrl: expect.any(String) },
      });
      expect(stderr).toContain('"workers":2,"database_connections":20,');
    });

    test('are renewed on SIGUSR2 without a failed request', async () => {
      const service = await serveTogether({ RATE_LIMIT: '0' });
      const before = [...(await connectionToEach(service, 2)).keys()];
      let isDone = false;
      const statuses: number[] = [];
      const client = async (number: number): Promise<void> => {
        while (!isDone) {
          const method = number % 2 ? 'POST' : 'GET';
          const response = await fetch(`${service.url}${v1}/companies`, {
            method,
            headers: { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' },
            ...(method === 'POST'
              ? { body: JSON.stringify({ company: { name: 'Renewed', category: 'client' } }) }
              : {}),
          });
          await response.text();
          statuses.push(response.status);
        }
      };
      const clients = Array.from({ length: 4 }, (_, number) => client(number));
      service.signal('SIGUSR2');
      await service.until(/every worker process is renewed/);
      isDone = true;
      await Promise.all(clients);
      expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
      expect(statuses.length).toBeGreaterThan(20);
      const after = [...(await connectionToEach(service, 2)).keys()];
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
      expect((await service.stop()).status).toBe(0);
    });

    describe('of one service', () => {
      let service: Serving;
      const ends: (() => Promise<void>)[] = [];
      beforeAll(async () => {
        const environment = { ...place.environment, WEBHOOKS_ALLOW_PRIVATE: '1' };
        service = await serve(environment, ['--workers', '2'], (end) => void ends.push(end));
      }, patience.timeout);
      afterAll(() => Promise.all(ends.map((end) => end())));

      test('see at once what any of them has changed', async () => {
        const [one, other] = await eachOf(service);
        for (const [name, [maker, reader]] of Object.entries({ Docks: [one, other], Piers: [other, one] } as const)) {
          const made = await maker.ask('POST', `${v1}/industries`, tokens.first, { industry: { name } });
          const { id } = JSON.parse(made.text).industry;
          const company = { company: { name: `${name} Ltd`, category: 'client', industry_ids: [id] } };
          const answer = await reader.ask('POST', `${v1}/companies`, tokens.first, company);
          expect(JSON.parse(answer.text)).toMatchObject({ company: { industries: [{ id, name }] } });
        }
        const token = { api_token: { name: 'Short', scopes: ['read'] } };
        const { id, token: secret } = JSON.parse(
          (await one.ask('POST', `${v1}/api_tokens`, tokens.first, token)).text,
        ).api_token;
        for (const each of [one, other]) expect((await each.ask('GET', `${v1}/users/me`, secret)).status).toBe(200);
        expect((await one.ask('DELETE', `${v1}/api_tokens/${id}`, tokens.first)).status).toBe(204);
        for (const each of [one, other]) expect((await each.ask('GET', `${v1}/users/me`, secret)).status).toBe(401);
      });

      test('tell their metrics in one sum, whichever is asked', async () => {
        const [one, other] = await eachOf(service);
        for (const each of [one, one, one, other]) await each.ask('GET', `${v1}/companies`, tokens.first);
        // A request is measured before it is logged.
        for (const each of [one, other]) await each.pid();
        for (const each of [one, other]) {
          const { text } = await each.ask('GET', '/metrics');
          expect(text).toMatch(/^http_request_duration_seconds_count\{operation="listCompanies",.*\} 4$/m);
          expect(text.match(/^process_resident_memory_bytes /gm)).toHaveLength(1);
        }
      });

      test('send each message once, and tell those who follow of what any of them has committed', async () => {
        const [one, other] = await eachOf(service);
        const receiver = await receiverFor();
        const webhook = { url: `${receiver.url}/hook`, filter_types: ['company.create'] };
        expect((await one.ask('POST', `${v1}/webhooks`, tokens.first, { webhook })).status).toBe(201);
        const address = (path: string) => `${service.url}${v1}${path}`;
        const stream = await follow({ address }, { token: tokens.first, query: '?event_type=company.create' });
        for (let made = 0; made < 20; made += 1) {
          const company = { company: { name: `Shared ${made}`, category: 'client' } };
          const answer = await (made % 2 ? one : other).ask('POST', `${v1}/companies`, tokens.first, company);
          expect(answer.status).toBe(201);
        }
        const told = (await stream.next(20)).map(({ id }) => id);
        await receiver.next(20);
        // Orderly, so that whatever is under way has been received too.
        await service.stop();
        expect(idsAt(receiver).sort()).toEqual(told.sort());
      });
    });

    test('share the allowance of a token', async () => {
      const service = await serveTogether({ RATE_LIMIT: '1/1000' });
      const [one, other] = await eachOf(service);
      expect(await admitted(one, tokens.first)).toBeGreaterThanOrEqual(1000);
      expect(await admitted(other, tokens.first)).toBeLessThan(500);
    });

    test('are replaced when they end by themselves, while the others answer', async () => {
      const service = await serveTogether();
      const [one, other] = await eachOf(service);
      const lost = await one.pid();
      process.kill(lost, 'SIGKILL');
      await service.until(new RegExp(`"worker_pid":${lost},.*exited unexpectedly`));
      expect((await other.ask('GET', `${v1}/users/me`, tokens.first)).status).toBe(200);
      const now = await connectionToEach(service, 2);
      expect([...now.keys()]).toContain(await other.pid());
      expect([...now.keys()]).not.toContain(lost);
      expect(await service.stop()).toMatchObject({ status: 0 });
    });

    test('leave signals to the process that started them', async () => {
      const service = await serveTogether();
      const connections = await connectionToEach(service, 2);
      for (const [pid, connection] of connections) {
        process.kill(pid, 'SIGINT');
        process.kill(pid, 'SIGTERM');
        expect(await connection.pid()).toBe(pid);
      }
      service.signal('SIGINT');
      expect(await service.ended).toMatchObject({ status: 0, stdout: `listening on ${service.url}\n` });
    });

    test('finish their requests when the service stops', async () => {
      const service = await serveTogether();
      const held = await heldRequest(service);
      service.signal('SIGTERM');
      await service.until(/stopping because of SIGTERM/);
      held.write('{"project":{"name":"Held"}}'.padEnd(100));
      const [answer] = await once(held, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 (201|422) /);
      // The process ends when no other process holds its outputs, so no worker is left.
      expect(await service.ended).toMatchObject({ status: 0 });
    });

    test('end at once on a second signal', async () => {
      const service = await serveTogether({ SHUTDOWN_TIMEOUT: '600' });
      await heldRequest(service);
      service.signal('SIGTERM');
      await service.until(/stopping because of SIGTERM/);
      service.signal('SIGINT');
      expect(await service.ended).toMatchObject({ status: 1 });
    });

    test('end with the process that started them', async () => {
      const service = await serveTogether();
      service.signal('SIGKILL');
      // The workers share the outputs of that process, which closes only when the last worker has ended.
      expect(await service.ended).toMatchObject({ status: null });
      await expect(keptConnection(service).ask('GET', '/health')).rejects.toThrow('ECONNREFUSED');
    });

    test('that cannot start end the service with their reason', async () => {
      const own = await furnishedPlace();
      onTestFinished(own.remove);
      const databaseUrl = own.environment['DATABASE_URL'] ?? '';
      const holder = await hold({ databaseUrl }, 'lock table accounts in access exclusive mode');
      const service = await begin(own.environment, ['serve', '--workers', '2']);
      // The database is up to date so far, but no longer when the workers check it.
      await holder.waiting();
      await holder.run(newerMigration);
      await holder.release();
      const { status, stdout, stderr } = await service.ended;
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^error: The database has migration 9999-of-tomorrow\.sql, which this program lacks/m);
    });

    test('are given up if they end again and again right after their start', async () => {
      const own = await furnishedPlace();
      onTestFinished(own.remove);
      const service = await serve(own.environment, ['--workers', '2']);
      const [[pid] = [0]] = await connectionToEach(service, 1);
      const sql = postgres(own.environment['DATABASE_URL'] ?? '', { max: 1 });
      await sql.unsafe(newerMigration);
      await sql.end();
      process.kill(pid, 'SIGKILL');
      const { status, stderr } = await service.ended;
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error: The database has migration 9999-of-tomorrow\.sql, which this program lacks/m);
    });
  });
