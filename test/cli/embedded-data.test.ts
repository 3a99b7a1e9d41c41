import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyPlace, furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

describe('a command on the embedded database', { timeout: 60_000 }, () => {
  test('changes data that the service serves after its next start', async () => {
    const token = ['token', 'create', '--account', '1', '--name', 'Takeoff', '--scopes', 'read'];
    const { api_token: made } = await runJson(place.environment, ...token);
    const service = await startOn(place.environment);
    expect((await service.get('/users/me', made.token)).status).toBe(200);
  });

  test('points to the running service that has the data open', async () => {
    const { url } = await startOn(place.environment);
    const inUse = `error: The service is running on this data: process ${process.pid}, ${url}. `;
    const goThrough = `Stop it first, or send the command through it: --url ${url} --token <an admin's token>.\n`;
    for (const [command, advice] of [
      [['user', 'list', '--account', '1'], goThrough],
      [['demo', '--account', '2'], 'Stop it first.\n'],
      [['migrate'], 'Stop it first.\n'],
    ] as const) {
      const { status, stderr } = await run(place.environment, command);
      expect({ status, stderr }).toEqual({ status: 1, stderr: inUse + advice });
    }
  });

  test('that lists accounts creates no database where there is none', async () => {
    const empty = await emptyPlace();
    onTestFinished(empty.remove);
    const { status, stderr } = await run(empty.environment, ['account', 'list', '--json']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: There is no database in \/.*: set DATA_DIR, or create one with .*\.\n$/);
    expect(await readdir(empty.environment['DATA_DIR'] ?? '')).toEqual([]);
  });
});
