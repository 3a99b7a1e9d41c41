import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyPlace, type Environment, freshPlace, isEmbedded, type Place } from './command-line.ts';
import { begin, runProgram, serve } from './program.ts';

// Making a database takes seconds on a busy machine.
const patience = { timeout: 120_000 };

async function environmentOf(making: Promise<Place>): Promise<Environment> {
  const place = await making;
  onTestFinished(place.remove);
  return place.environment;
}

describe('the first start', patience, () => {
  test('prints the credentials once; a later start prints only the address', async () => {
    const environment = await environmentOf(emptyPlace());
    const first = await serve(environment);
    const [, token = ''] = await first.until(/^ {2}API token {6}(plb_[A-Za-z0-9]{36})$/m);
    expect((await first.get('/users', token)).status).toBe(200);
    const [, link = ''] = await first.until(/^ {2}Sign in {8}http:\/\/127\.0\.0\.1:\d+\/set-password#(plbl_\w{43})$/m);
    const signedIn = await fetch(`${first.url}/api/2023-01/session/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link: { token: link, password: 'a password of hers' } }),
    });
    expect(await signedIn.json()).toMatchObject({ session: { user: { email: 'admin@localhost' } } });
    const said = await first.stop();
    expect(said).toMatchObject({ status: 0 });
    expect(said.stdout.startsWith('Creating the database …\n')).toBe(isEmbedded);
    expect(said.stdout).toMatch(/^ {2}API {12}http:\/\/127\.0\.0\.1:\d+\/api\/2023-01$/m);
    expect(said.stdout).toMatch(/^ {2}Admin {10}admin@localhost$/m);
    expect(said.stdout).toMatch(/^ {2}Password {7}[A-Za-z0-9]{20}$/m);
    expect(said.stdout).toMatch(/shown only once\.\n\nlistening on http:\/\/127\.0\.0\.1:\d+\n$/);

    const later = await serve(environment);
    expect((await later.get('/users', token)).status).toBe(200);
    expect(await later.stop()).toMatchObject({ status: 0, stdout: `listening on ${later.url}\n` });
  });

  test('does not print the values that the operator chose, and later starts ignore another token with a warning', async () => {
    const environment = await environmentOf(emptyPlace());
    const chosen = {
      PLUMBLINE_BOOTSTRAP_TOKEN: 'chosen-by-the-operator-0123456789abcdef',
      PLUMBLINE_ADMIN_EMAIL: 'ann@northline.example',
      PLUMBLINE_ADMIN_PASSWORD: 'a long sentence of hers',
    };
    const first = await serve({ ...environment, ...chosen });
    const answer = await first.get('/users/me', chosen.PLUMBLINE_BOOTSTRAP_TOKEN);
    expect(await answer.json()).toMatchObject({ user: { email: 'ann@northline.example', role: 'admin' } });
    const { stdout, stderr } = await first.stop();
    expect(stdout).toContain('ann@northline.example');
    expect(stdout).not.toMatch(/once|set-password/);
    for (const secret of [chosen.PLUMBLINE_BOOTSTRAP_TOKEN, chosen.PLUMBLINE_ADMIN_PASSWORD]) {
      expect(stdout + stderr).not.toContain(secret);
    }

    const other = 'another-that-is-too-late-0123456789abcdef';
    const later = await serve({ ...environment, PLUMBLINE_BOOTSTRAP_TOKEN: other, HOST: '0.0.0.0' });
    expect((await later.get('/users/me', other)).status).toBe(401);
    expect((await later.get('/users/me', chosen.PLUMBLINE_BOOTSTRAP_TOKEN)).status).toBe(200);
    const said = await later.stop();
    expect(later.url).not.toContain('0.0.0.0');
    expect(said.stdout).toContain(`Messages use ${later.url}: set PUBLIC_URL if people use another address.`);
    expect(said.stderr).toContain('PLUMBLINE_BOOTSTRAP_TOKEN is ignored');
    expect(said.stderr).not.toContain(other);
  });

  test('refuses a password that others guess first; later starts ignore it', async () => {
    const environment = await environmentOf(freshPlace());
    const named = { PLUMBLINE_ADMIN_EMAIL: 'ann@northline.example', ACCOUNT_NAME: 'Northline' };
    const weak = { ...environment, ...named, PORT: '0', PLUMBLINE_ADMIN_PASSWORD: 'northline-2026' };
    const refused = await runProgram(weak, ['serve']);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'PLUMBLINE_ADMIN_PASSWORD: has little but the name, the e-mail address or the firm of the user',
    );
    expect(refused.stderr).not.toContain(weak.PLUMBLINE_ADMIN_PASSWORD);
    const first = await serve({ ...environment, ...named }, ['--json']);
    expect(JSON.parse((await first.stop()).stdout).first_start).toMatchObject({ adminEmail: 'ann@northline.example' });
    const later = await serve(weak);
    expect(await later.stop()).toMatchObject({ status: 0, stdout: `listening on ${later.url}\n` });
  });

  test('creates nothing if the port is in use, so that the next start still prints the credentials', async () => {
    const environment = await environmentOf(emptyPlace());
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const refused = await runProgram({ ...environment, PORT: String(port) }, ['serve']);
    squatter.close();
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain(`error: Port ${port} on 127.0.0.1 is in use: `);
    expect(refused.stderr).not.toMatch(/^ +at /m);
    if (isEmbedded) expect(existsSync(join(environment['DATA_DIR'] ?? '', 'postgres'))).toBe(false);

    const first = await serve(environment, ['--json']);
    const said = await first.stop();
    expect(JSON.parse(said.stdout)).toMatchObject({
      url: first.url,
      first_start: {
        adminEmail: 'admin@localhost',
        token: expect.stringMatching(/^plb_/),
        passwordUrl: expect.stringContaining('#plbl_'),
      },
    });
  });

  if (isEmbedded)
    test('can be killed while it makes the database, and begun again', async () => {
      const environment = await environmentOf(emptyPlace());
      await killedWhileMaking(environment);
      await beginAgain(environment);
    });

  test('can be killed between two migrations, and begun again', async () => {
    const environment = await environmentOf(freshPlace());
    const migrating = await begin(environment, ['serve']);
    await migrating.until(/migration 0002\S+ applied/);
    migrating.signal('SIGKILL');
    await migrating.ended;
    await beginAgain(environment);
  });
});

/** The start after one that was killed tells how to get in, and has everything. */
async function beginAgain(environment: Environment): Promise<void> {
  const whole = await serve(environment);
  const [, token = ''] = await whole.until(/(plb_[A-Za-z0-9]{36})/);
  expect((await whole.get('/project_stages', token)).status).toBe(200);
  expect(await whole.stop()).toMatchObject({ status: 0 });
}

/** Killed as soon as the files of the database begin to appear. */
async function killedWhileMaking(environment: Environment): Promise<void> {
  const watcher = watch(environment['DATA_DIR'] ?? '', { recursive: false });
  const appeared = new Promise<void>((resolve) =>
    watcher.on('change', (_, name) => (String(name).startsWith('postgres.new-') ? resolve() : undefined)),
  );
  const making = await begin(environment, ['serve']);
  await appeared;
  making.signal('SIGKILL');
  watcher.close();
  expect(await making.ended).toMatchObject({ status: null, stdout: 'Creating the database …\n' });
}
