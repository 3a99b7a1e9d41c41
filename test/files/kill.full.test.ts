import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asking } from '../support/data/keyed-load.ts';
import { runsOf } from '../support/endurance.ts';
import type { Json } from '../support/service/client.ts';
import type { Child } from '../support/programs/kill-process.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { emptyFolder, engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

const startService = killableService();

/** How often the service is killed, and how many clients upload at once. */
const [lives, clients] = [runsOf(3, 60), 4];

/** An upload that a client sends until it has an answer. */
interface Upload {
  readonly key: string;
  readonly bytes: Buffer;
  /** The id of the file, once the service has answered. */
  id?: string;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const headers = { authorization: `Bearer ${token}` };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends an upload. @returns false if the service is gone. */
async function send(url: string, projectId: string, upload: Upload): Promise<boolean> {
  const query = new URLSearchParams({ project_id: projectId, name: `${upload.key}.bin` });
  const request = { method: 'POST', headers: { ...headers, 'idempotency-key': upload.key }, body: upload.bytes };
  const response = await fetch(`${url}/api/2023-01/files/upload?${query.toString()}`, request).catch(() => null);
  if (response === null) return false;
  // The service may die while it answers.
  const answer: Json = await response.json().catch(() => null);
  if (answer === null) return false;
  expect([response.status, answer]).toEqual([201, expect.anything()]);
  upload.id = answer.file.id;
  return true;
}

/** Sends new uploads one after the other until the service is gone. */
async function load(url: string, projectId: string, uploads: Upload[]): Promise<void> {
  let isThere = true;
  while (isThere) {
    const upload = { key: randomUUID(), bytes: randomBytes(1 + Math.floor(Math.random() * 100_000)) };
    uploads.push(upload);
    isThere = await send(url, projectId, upload);
  }
}

describe.each(engineNames)('a service that is killed during uploads, on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let folder: string;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    folder = scratch.dataDir || (await emptyFolder());
  });
  afterAll(async () => {
    await scratch.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = async (): Promise<{ child: Child; url: string }> => {
    const child = startService(scratch, { DATA_DIR: folder });
    return { child, url: await addressOf(child) };
  };

  test('has every file that it has acknowledged, whole and once, and makes the others on a retry', async () => {
    const uploads: Upload[] = [];
    let projectId = '';
    for (let life = 0; life < lives; life += 1) {
      const { child, url } = await begin();
      projectId ||= (await asking(url, token)('POST', '/projects', { project: { name: 'Lab' } })).body.project.id;
      for (const upload of uploads.filter(({ id }) => id === undefined)) await send(url, projectId, upload);
      const loads = Array.from({ length: clients }, () => load(url, projectId, uploads));
      await pause(100 + Math.random() * 400);
      await child.kill('SIGKILL');
      await Promise.all(loads);
    }
    const { child, url } = await begin();
    const ask = asking(url, token);
    for (const upload of uploads) if (upload.id === undefined) await send(url, projectId, upload);
    expect(uploads.length).toBeGreaterThan(lives * clients);
    for (const { id = '', bytes } of uploads) {
      const response = await fetch(`${url}/api/2023-01/files/${id}/content`, { headers });
      expect([id, response.status, sha256(Buffer.from(await response.arrayBuffer()))]).toEqual([
        id,
        200,
        sha256(bytes),
      ]);
    }
    const { headers: head } = await fetch(`${url}/api/2023-01/files?per_page=1`, {
      headers: { ...headers, prefer: 'count=exact' },
    });
    expect(head.get('x-total-count')).toBe(String(uploads.length));
    // Each blob counts once, also if an upload died between its claim and its record.
    const { file_usage: usage } = (await ask('GET', '/file_usage')).body;
    expect(usage).toMatchObject({
      files: uploads.length,
      bytes: uploads.reduce((sum, { bytes }) => sum + bytes.length, 0),
    });
    await child.kill('SIGTERM');
    // The parts of uploads that died wait for the collector; no part is an object.
    const incoming = join(folder, 'files', 'incoming');
    const parts = existsSync(incoming) ? await readdir(incoming) : [];
    expect(parts.length).toBeLessThanOrEqual(clients * lives);
  });
});
