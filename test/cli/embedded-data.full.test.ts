import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyPlace, furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';
import { begin } from './program.ts';

/** Without this capability, permissions bind root too. */
const bound = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

describe('a command on the embedded database', () => {
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

  test('does not distribute its tables over nodes', async () => {
    const { status, stderr } = await run(place.environment, ['distribute', '--dry-run']);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'error: The embedded engine runs on one machine: move to a Postgres server with Citus first (docs/sharding.md).\n',
    });
  });

  test('that lists accounts creates no database where there is none', async () => {
    const empty = await emptyPlace();
    onTestFinished(empty.remove);
    const { status, stderr } = await run(empty.environment, ['account', 'list', '--json']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: There is no database in \/.*: set DATA_DIR, or create one with .*\.\n$/);
    expect(await readdir(empty.environment['DATA_DIR'] ?? '')).toEqual([]);
  });

  test('says that its data folder is a file', async () => {
    const empty = await emptyPlace();
    onTestFinished(empty.remove);
    const taken = join(String(empty.environment['DATA_DIR']), 'taken');
    await mkdir(dirname(taken), { recursive: true });
    await writeFile(taken, '');
    const { status, stderr } = await run({ DATA_DIR: taken }, ['migrate']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: `error: ${taken} is a file, not a folder.\n` });
  });

  test('that may not write to the data folder says so, and which part', async () => {
    const own = await furnishedPlace();
    onTestFinished(own.remove);
    const { DATA_DIR: folder = '' } = own.environment;
    const control = join(folder, 'postgres', 'global', 'pg_control');
    const told = (path: string) =>
      `error: The data folder ${folder} is read-only: this user cannot write to ${path} (EACCES). ` +
      'Give it to the user that runs the program, mount it for writing, or set DATA_DIR.\n';
    for (const [command, closed, mode] of [
      ['check', control, 0o400],
      ['backup', folder, 0o500],
      ['serve', folder, 0o000],
    ] as const) {
      const { mode: before } = await stat(closed);
      await chmod(closed, mode);
      const { ended } = await begin(own.environment, [command], { through: bound });
      const status = command === 'check' ? 2 : 1;
      expect(await ended, command).toEqual({ status, stdout: '', stderr: told(closed) });
      await chmod(closed, before);
    }
  });
});
