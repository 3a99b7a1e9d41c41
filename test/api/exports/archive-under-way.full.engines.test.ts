import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { csv, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import type { Client } from '../../support/service/client.ts';
import { copyOf, type Database } from '../../support/service/database.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { tokens } from '../../support/service/template.ts';

let service: TestService;
let first: Client;
let database: Database;
let folder: string;
let spool: string;
let archive: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-test-'));
  database = await copyOf(inject('template'));
  // A server needs the folder for temporary files alone.
  spool = join(database.environment['DATA_DIR'] ?? folder, 'spool');
  service = await startTestService({ DATA_DIR: dirname(spool) }, { on: database });
  ({ first } = service);
  await furnish();
  archive = Buffer.from(await (await download(tokens.first)).arrayBuffer());
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A firm with records, a saved mapping, and an import in each of the states of work. */
async function furnish(): Promise<void> {
  const company = await make(first, 'companies', { name: 'Granite Health' });
  for (let number = 0; number < 5; number += 1) {
    await make(first, 'projects', { name: `Ward ${number}`, company_id: company.id });
  }
  await first.delete(`/projects/${(await make(first, 'projects', { name: 'Gone' })).id}`);
  await make(first, 'import_mappings', { name: 'Wards' });
  for (const status of ['draft', 'checking', 'running', 'undoing']) {
    const { id } = await upload(first, 'companies', csv(['Name'], [status]));
    await service.engine.query('update import_states set status = $2 where account_id = 1 and id = $1::bigint', [
      ...[id, status],
    ]);
  }
}

const address = (): string => `${service.url}/api/2023-01/account/archive`;
const download = (token: string): Promise<Response> =>
  fetch(address(), { headers: { authorization: `Bearer ${token}` } });

/** The temporary files that this process has open. Their folder does not list them. Only Linux tells. */
async function openSpools(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(spool));
}

/** Downloads an archive to its end. */
async function tried(token: string): Promise<[status: number, retryAfter: string | null]> {
  const answer = await download(token);
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('retry-after')];
}

describe('an archive under way', () => {
  it('is the only one of its account: another is 429 with Retry-After, until the client leaves', async () => {
    const leaving = new AbortController();
    const arrive = (): Promise<Response> =>
      fetch(address(), {
        ...{ method: 'POST', duplex: 'half', signal: leaving.signal },
        headers: { authorization: `Bearer ${tokens.second}`, 'content-type': 'application/gzip' },
        body: ReadableStream.from([archive.subarray(0, 100), new Promise<Uint8Array>(() => undefined)]),
      } as RequestInit);
    // A download of the poll can be under way when the upload arrives: then the service refuses the upload.
    const arriving = async (): Promise<void> => {
      while ((await arrive()).status === 429);
    };
    arriving().catch(() => undefined);
    await expect.poll(() => tried(tokens.second)).toEqual([429, '10']);
    leaving.abort();
    await expect.poll(() => tried(tokens.second)).toEqual([200, null]);
    expect(await openSpools()).toEqual([]);
  });

  it('costs nothing with HEAD, and ends with the client', async () => {
    const headers = { authorization: `Bearer ${tokens.first}` };
    service.statements.length = 0;
    const head = await fetch(address(), { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(service.statements.filter((text) => text.includes('pg_attribute'))).toEqual([]);
    for (const patienceMs of [5, 50, 150]) {
      await fetch(address(), { headers, signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
      await expect.poll(openSpools).toEqual([]);
    }
    await expect.poll(() => tried(tokens.first)).toEqual([200, null]);
    expect(await readdir(spool)).toEqual([]);
  });
});
