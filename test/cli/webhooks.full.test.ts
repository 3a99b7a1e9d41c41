import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { tokens } from '../support/service/template.ts';
import { type Environment, furnishedPlace, type Place, run, runJson, startOn } from './command-line.ts';

let place: Place;
/** The environment of the place, with deliveries to this machine allowed. */
let environment: Environment;
beforeAll(async () => {
  place = await furnishedPlace();
  environment = { ...place.environment, WEBHOOKS_ALLOW_PRIVATE: '1' };
});
afterAll(() => place.remove());

/** The options that select the first firm: in the database, or through a running service. */
const ways: [way: string, reach: () => Promise<string[]>][] = [
  ['in the database', async () => ['--account', '1']],
  ['by way of the running service', async () => await served()],
];

const served = async () => ['--url', (await startOn(environment)).url, '--token', tokens.first];

const webhooks = (...args: string[]) => runJson(environment, 'webhooks', ...args);
const told = (...args: string[]) => run(environment, ['webhooks', ...args]);

const uuid = /^[\da-f-]{36}$/;
const secretForm = /^whsec_[\w+/]{43}=$/;
const ownSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe.each(ways)('webhooks, %s', (_, reachOf) => {
  let reach: string[];
  const one = (...args: string[]) => webhooks(...args, ...reach);

  it('are created, listed, shown, changed, switched off and on, and deleted', async () => {
    reach = await reachOf();
    const settings = ['--description', 'ERP', '--types', 'project.won, task.complete', '--rate-limit', '120'];
    const { webhook: made } = await one('create', 'https://93.184.215.14/hook', ...settings, '--secret', ownSecret);
    const { id, secret, ...rest } = made;
    expect([id, secret]).toEqual([expect.stringMatching(uuid), ownSecret]);
    expect(rest).toMatchObject({
      url: 'https://93.184.215.14/hook',
      description: 'ERP',
      filter_types: ['project.won', 'task.complete'],
      rate_limit: 120,
      enabled: true,
    });
    const { webhook: newer } = await one('create', 'http://127.0.0.1:9/');
    expect(newer).toMatchObject({ filter_types: [], rate_limit: null, secret: expect.stringMatching(secretForm) });
    expect((await one('list')).webhooks.map((webhook: { id: string }) => webhook.id)).toEqual([newer.id, id]);
    expect(await one('show', id)).toEqual({ webhook: { id, ...rest } });

    const described = await one('update', id, '--description', '');
    expect(described.webhook).toMatchObject({ ...rest, description: null, version: 2, updated_at: expect.any(String) });
    const freed = ['--address', 'http://127.0.0.1:9/other', '--types', 'all', '--rate-limit', 'none'];
    expect((await one('update', id, ...freed)).webhook).toMatchObject({
      ...{ url: 'http://127.0.0.1:9/other', description: null, filter_types: [], rate_limit: null },
      ...{ enabled: true, version: 3 },
    });
    const off = (await one('disable', id)).webhook;
    expect(off).toMatchObject({ enabled: false, disabled_reason: 'manual', disabled_at: expect.any(String) });
    expect((await one('enable', id)).webhook).toMatchObject({ enabled: true, disabled_reason: null, version: 5 });

    for (const each of [id, newer.id]) expect(await one('delete', each)).toEqual({ deleted: each });
    expect((await one('list')).webhooks).toEqual([]);
    const again = await told('delete', id, ...reach);
    expect(again).toEqual({ status: 1, stdout: '', stderr: `error: There is no webhook ${id}.\n` });
  });

  it('get a new secret, shown once', async () => {
    reach = await reachOf();
    const { webhook: made } = await one('create', 'http://127.0.0.1:9/');
    const { webhook: rotated } = await one('rotate-secret', made.id);
    expect(rotated).toMatchObject({ id: made.id, secret: expect.stringMatching(secretForm) });
    expect(rotated.secret).not.toBe(made.secret);
    expect((await one('show', made.id)).webhook).not.toHaveProperty('secret');
    await one('delete', made.id);
  });

  test('are refused with every fault at once, with the messages of the service', async () => {
    reach = await reachOf();
    const wrong = ['--types', 'project.wonn', '--rate-limit', '1.5', '--secret', 'abc'];
    expect(await told('create', 'ftp://example.com', ...wrong, ...reach)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'error: --types must be one of the 52 values that the reference lists, not "project.wonn"; did you mean project.won?; ' +
        '--rate-limit must be a whole number; <address> must be an absolute http or https address; ' +
        '--secret must be whsec_ and 24 to 64 bytes in base64\n',
    });
    const { webhook } = await one('create', 'http://127.0.0.1:9/');
    const changed = [
      '--address',
      'http://me:you@127.0.0.1/',
      '--rate-limit',
      'many',
      '--description',
      'x'.repeat(1001),
    ];
    expect((await told('update', webhook.id, ...changed, ...reach)).stderr).toBe(
      'error: --description must have at most 1000 characters; --rate-limit must be a whole number; ' +
        '--address must not hold a user name or a password\n',
    );
    const times = ['--since', 'yesterday', '--until', '2026-03-01', '--types', 'projects.create'];
    const form = 'must be a date-time with an offset, such as 2026-03-01T14:00:00Z';
    expect((await told('replay', webhook.id, ...times, ...reach)).stderr).toBe(
      `error: --since ${form}; --until ${form}; ` +
        '--types must be one of the 52 values that the reference lists, not "projects.create"; did you mean project.create?\n',
    );
    const backwards = ['--since', '2026-03-02T00:00:00Z', '--until', '2026-03-01T00:00:00Z'];
    const refused = await told('replay', webhook.id, ...backwards, ...reach);
    expect(refused.stderr).toBe('error: --until must not be before since\n');
    await one('disable', webhook.id);
    for (const args of [['test'], ['replay', '--since', '2026-03-01T00:00:00Z']]) {
      expect((await told(...args, webhook.id, ...reach)).stderr).toMatch(/^error: The webhook is disabled\. /);
    }
    for (const command of ['attempts', 'replay-message']) {
      expect((await told(command, 'msg_x', ...reach)).stderr).toBe('error: There is no webhook message msg_x.\n');
    }
    await one('delete', webhook.id);
  });
});

describe('webhooks in the database', () => {
  test('do not lead to private addresses unless the operator allows it', async () => {
    const make = ['webhooks', 'create', 'http://127.0.0.1:9/', '--account', '1'];
    expect(await run(place.environment, make)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        "error: <address> must not lead to this machine, to a cloud's metadata service, or to a private, loopback or link-local address, unless the service runs with WEBHOOKS_ALLOW_PRIVATE=1\n",
    });
  });

  test('of another account are not found, and the audit log names the account’s own admin', async () => {
    const { webhook } = await webhooks('create', 'http://127.0.0.1:9/', '--account', '2');
    expect((await told('show', webhook.id, '--account', '1')).stderr).toBe(
      `error: There is no webhook ${webhook.id}.\n`,
    );
    const service = await startOn(environment);
    const log = await service.get('/audit_log?resource=webhooks', tokens.second);
    expect(((await log.json()) as { changes: object[] }).changes).toMatchObject([
      { action: 'create', record_id: webhook.id, source: 'cli', user: { email: 'admin@harbor.example' } },
    ]);
  });
});

test('webhooks print readable text', async () => {
  const { webhooks: others } = await webhooks('list', '--account', '2');
  for (const { id } of others) await webhooks('delete', id, '--account', '2');
  const made = await told('create', 'http://127.0.0.1:9/a', '--account', '2', '--types', 'lead.convert');
  expect(made.stdout).toMatch(
    /^Created webhook [\da-f-]{36}\.\n\n {2}Secret {2}whsec_\S+\n\nThe secret is shown only once\.\n$/,
  );
  const id = /[\da-f-]{36}/.exec(made.stdout)?.[0] ?? '';
  const off = await told('disable', id, '--account', '2');
  expect(off.stdout).toMatch(
    new RegExp(
      `^Webhook ${id}\n\n {2}Address {9}http://127.0.0.1:9/a\n {2}Types {11}lead.convert\n {2}Per minute {6}no limit\n` +
        ' {2}State {11}off \\(manual\\)\n {2}Disabled since {2}\\S+Z\n {2}Made {12}\\S+Z\n {2}Changed {9}\\S+Z\n$',
    ),
  );
  expect((await told('list', '--account', '2')).stdout).toBe(
    `ID${' '.repeat(36)}Address               State         Per minute  Description  Types\n` +
      `${id}  http://127.0.0.1:9/a  off (manual)  -           -            lead.convert\n`,
  );
  const rotated = await told('rotate-secret', id, '--account', '2');
  expect(rotated.stdout).toMatch(
    /^Webhook \S+ has a new secret\.\n\n {2}Secret {2}whsec_\S+\n\nIt is shown only once\. /,
  );
  expect((await told('delete', id, '--account', '2')).stdout).toBe(`Deleted webhook ${id}.\n`);
});
