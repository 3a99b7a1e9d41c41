import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { furnishedPlace, type Place } from './command-line.ts';
import { heldRequest } from './held-request.ts';
import { runProgram, serve } from './program.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

describe('serve', () => {
  test('ends at once on a second signal', async () => {
    const service = await serve({ ...place.environment, SHUTDOWN_TIMEOUT: '600' });
    await heldRequest(service);
    service.signal('SIGTERM');
    await service.until(/stopping because of SIGTERM/);
    service.signal('SIGINT');
    expect(await service.ended).toMatchObject({ status: 1 });
  });

  test('takes a signal that npm passes on a second time as one', async () => {
    const service = await serve({ ...place.environment, SHUTDOWN_TIMEOUT: '600' });
    const held = await heldRequest(service);
    service.signal('SIGINT');
    service.signal('SIGINT');
    await service.until(/stopping because of SIGINT/);
    held.destroy();
    expect(await service.ended).toMatchObject({ status: 0 });
  });

  test('lists every mistake of the configuration and makes nothing', async () => {
    const folder = join(tmpdir(), `plumbline-not-made-${process.pid}`);
    const wrong = { DATA_DIR: folder, PORT: 'many', LOG_LEVEL: 'loud', PLUMBLINE_ADMIN_EMAIL: 'nobody' };
    const { status, stdout, stderr } = await runProgram(wrong, ['serve']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const [first, ...mistakes] = stderr.trimEnd().split('\n');
    expect(first).toBe('error: The configuration has 3 mistakes:');
    expect(mistakes.map((line) => line.trim().split(':')[0]).sort()).toEqual([
      'LOG_LEVEL',
      'PLUMBLINE_ADMIN_EMAIL',
      'PORT',
    ]);
    expect(existsSync(folder)).toBe(false);
  });

  test('says in one line that no Postgres server answers', async () => {
    const { status, stderr } = await runProgram({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['serve']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: Cannot use the Postgres server at 127\.0\.0\.1:1\/none: .*\n$/);
  });
});
