import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '../../src/config.ts';
import { eventTypes } from '../../src/resources/events.ts';
import { version } from '../../src/version.ts';
import { run } from './command-line.ts';
import { begin, runProgram } from './program.ts';

const commands = [
  ['serve'],
  ['migrate'],
  ['account', 'create'],
  ['account', 'list'],
  ['user', 'create'],
  ['user', 'list'],
  ['user', 'reset-password'],
  ['user', 'deactivate'],
  ['token', 'create'],
  ['token', 'list'],
  ['token', 'revoke'],
  ['oauth-client', 'create'],
  ['oauth-client', 'list'],
  ['oauth-client', 'revoke'],
  ...['create', 'list', 'show', 'update', 'enable', 'disable', 'delete', 'rotate-secret', 'test', 'replay'].map(
    (name) => [...['webhooks', name]],
  ),
  ['webhooks', 'replay-message'],
  ['webhooks', 'attempts'],
  ['demo'],
  ['backup'],
  ['restore'],
];

test.each(commands.map((command) => [command.join(' ')]))('the help of %s includes --json', async (command) => {
  const { status, stdout, stderr } = await run({}, [...command.split(' '), '--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: plumbline ${command} [options]`);
  expect(stdout).toContain('--json');
});

test.each(['create', 'update', 'replay'])('the help of webhooks %s lists the types of events', async (name) => {
  const { stdout } = await run({}, ['webhooks', name, '--help']);
  const [, list = ''] = stdout.split('\nEvent types:\n');
  const types = list
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [type = '', ...actions] = line.trim().split(' ');
      return [type, ...actions.map((action) => type.replace(/\.\w+$/, action))];
    });
  expect(types.toSorted()).toEqual(eventTypes.toSorted());
});

test.each([
  [['srve'], "error: unknown command 'srve'\n(Did you mean serve?)\n"],
  [['user', 'crate'], "error: unknown command 'crate'\n(Did you mean create?)\n"],
  [['account', 'list', '--jsn'], "error: unknown option '--jsn'\n(Did you mean --json?)\n"],
  [['user', 'create'], "error: required option '--email <address>' not specified\n"],
  [['account', 'create'], "error: required options '--name <name>', '--admin-email <address>' not specified\n"],
  [['account', 'create', '--name', 'A'], "error: required option '--admin-email <address>' not specified\n"],
  [['token', 'revoke'], "error: missing required argument 'id'\n"],
  [['migrate', 'now'], "error: too many arguments for 'migrate'. Expected 0 arguments but got 1.\n"],
])('%j returns the status of a usage error', async (args, message) => {
  expect(await run({}, args)).toEqual({ status: 2, stdout: '', stderr: message });
});

test('a mistake in the configuration stops every command', async () => {
  const { status, stderr } = await run({ PORT: 'many' }, ['account', 'list']);
  expect(status).toBe(1);
  expect(stderr).toContain('PORT: expected a whole number');
});

test('the help of serve explains each variable in a line of at most 100 characters', async () => {
  const { stdout } = await run({}, ['serve', '--help']);
  const lines = stdout.split('\n');
  for (const name of variableNames()) {
    const [line = '', ...others] = lines.filter((one) => one.startsWith(`  ${name} `));
    expect(others).toEqual([]);
    expect(line).toMatch(/^ {2}\w+ +\S.{10,}\)$|postgres:|https:/);
    expect(line.length).toBeLessThanOrEqual(100);
  }
});

test('a misspelt variable is a warning, and the command goes on', async () => {
  const environment = { PLUMBLINE_ADMIN_EMIAL: 'a@b.example', DATA_DIR: join(tmpdir(), 'no-plumbline-data') };
  const { status, stderr } = await run(environment, ['account', 'list']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^warning: PLUMBLINE_ADMIN_EMIAL is not a variable .*EMAIL\?\nerror: There is no database/);
});

test('the process ends with the status of the command', async () => {
  expect(await runProgram({}, ['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  expect(await runProgram({}, ['srve'])).toMatchObject({ status: 2, stdout: '' });
});

test('ends without an error if the reader of its output is gone, such as head', async () => {
  const through = ['sh', '-c', '"$@" | { exec <&-; sleep 2; }', 'sh'];
  for (const args of [['--help'], ['serve', '--help']]) {
    expect(await (await begin({}, args, { through })).ended).toEqual({ status: 0, stdout: '', stderr: '' });
  }
});
