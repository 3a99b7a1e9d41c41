import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { asking } from '../support/data/keyed-load.ts';
import type { Json } from '../support/service/client.ts';
import { addressOf, killableService, token } from '../support/programs/killable-service.ts';
import { migratedFolder } from '../support/programs/scratch-engines.ts';

const startService = killableService();
const mebibyte = 2 ** 20;

/** The largest resident memory of a process so far, in MiB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

test.skipIf(process.platform !== 'linux')('a file of 250 MiB goes up and down without lying in memory', async () => {
  const scratch = await migratedFolder();
  const child = startService(scratch);
  const url = await addressOf(child);
  const pid = child.process.pid ?? 0;
  const headers = { authorization: `Bearer ${token}` };
  const { project } = (await asking(url, token)('POST', '/projects', { project: { name: 'Lab' } })).body;
  const hash = createHash('sha256');
  async function* pieces(mebibytes: number): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < mebibytes; sent += 1) {
      const piece = randomBytes(mebibyte);
      if (mebibytes === 250) hash.update(piece);
      yield piece;
    }
  }
  const upload = async (mebibytes: number): Promise<string> => {
    const path = `${url}/api/2023-01/files/upload?project_id=${project.id}&name=${mebibytes}.bin`;
    const request = { method: 'POST', headers, body: ReadableStream.from(pieces(mebibytes)), duplex: 'half' } as const;
    const response = await fetch(path, request);
    expect(response.status).toBe(201);
    const answer: Json = await response.json();
    return answer.file.id;
  };
  // The first uploads take the buffers that later ones use again.
  for (let warm = 0; warm < 3; warm += 1) await upload(20);
  const before = await peakOf(pid);
  const id = await upload(250);
  const sent = createHash('sha256');
  const content = await fetch(`${url}/api/2023-01/files/${id}/content`, { headers });
  for await (const piece of content.body ?? []) sent.update(piece);
  expect(sent.digest('hex')).toBe(hash.digest('hex'));
  expect((await peakOf(pid)) - before).toBeLessThan(32);
  await child.kill('SIGTERM');
  await rm(scratch.dataDir, { recursive: true });
});
