import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { furnishedPlace, isEmbedded, type Place } from './command-line.ts';
import { heldRequest } from './held-request.ts';
import { runProgram, serve } from './program.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

describe('serve', { timeout: 60_000 }, () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops in order on %s', async (signal) => {
    const service = await serve(place.environment);
    service.signal(signal);
    expect(await service.ended).toMatchObject({ status: 0, stdout: `listening on ${service.url}\n` });
  });

  test('stops at once on a second signal', async () => {
    const service = await serve({ ...place.environment, SHUTDOWN_TIMEOUT: '600' });
    await heldRequest(service);
    service.signal('SIGTERM');
    await service.until(/stopping because of SIGTERM/);
    service.signal('SIGINT');
    expect(await service.ended).toMatchObject({ status: 1 });
  });

  test('treats a signal that npm sends twice as one', async () => {
    const service = await serve({ ...place.environment, SHUTDOWN_TIMEOUT: '600' });
    const held = await heldRequest(service);
    service.signal('SIGINT');
    service.signal('SIGINT');
    await service.until(/stopping because of SIGINT/);
    held.destroy();
    expect(await service.ended).toMatchObject({ status: 0 });
  });

  test('reports every mistake of the configuration and creates nothing', async () => {
    const folder = join(place.environment['DATA_DIR'] ?? '/nowhere', 'inner');
    const wrong = { DATA_DIR: folder, PORT: 'many', LOG_LEVEL: 'loud', PLUMBLINE_ADMIN_MAIL: 'a@b' };
    const { status, stdout, stderr } = await runProgram(wrong, ['serve']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const [first, ...mistakes] = stderr.trimEnd().split('\n');
    expect(first).toBe('error: The configuration has 3 mistakes:');
    expect(mistakes.map((line) => line.trim().split(':')[0]).sort()).toEqual([
      'LOG_LEVEL',
      'PLUMBLINE_ADMIN_MAIL',
      'PORT',
    ]);
    expect(existsSync(folder)).toBe(false);
  });

  if (isEmbedded)
    test('refuses a second start on the same data and names the first process', async () => {
      const first = await serve(place.environment);
      const second = await runProgram(place.environment, ['serve']);
      expect(second).toMatchObject({ status: 1, stdout: '' });
      expect(second.stderr).toMatch(/^error: .* is in use by process \d+ on .*\n$/);
      expect(second.stderr).toContain(`process ${first.pid} `);
      expect(second.stderr).toContain(` at ${first.url}, `);
      expect((await first.get('/users/me', tokens.first)).status).toBe(200);
    });

  if (!isEmbedded)
    test('runs several times on one Postgres database', async () => {
      const services = [await serve(place.environment), await serve(place.environment)];
      const answers = await Promise.all(services.map((service) => service.get('/users/me', tokens.first)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });

  test('reports in one line that no Postgres server answers', async () => {
    const { status, stderr } = await runProgram({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['serve']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: Cannot use the Postgres server at 127\.0\.0\.1:1\/none: .*\n$/);
  });
});
