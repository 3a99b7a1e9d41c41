import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret, sign } from '../../src/webhooks/index.ts';
import { make } from '../support/data/make.ts';
import { compilePrograms, type Installed, installPackage, withNode } from '../support/programs/installed.ts';
import { sharedService, type TestService } from '../support/service/service.ts';
import { examplesIn } from './documented.ts';
import { expectIntegrated, integrated } from './integrated.ts';
import { freePort, startReceiver } from './receiver.ts';

const secret = newSecret();
let service: TestService;
let installed: Installed;
beforeAll(async () => {
  service = await sharedService();
  installed = await installPackage();
  const typed = async (name: string): Promise<string[]> =>
    examplesIn(await readFile(resolve(import.meta.dirname, '../..', name), 'utf8'), 'ts');
  const readme = await typed('README.md');
  expect(readme).toHaveLength(2);
  const [program = '', receiver = ''] = readme.map((text) => text.replace('http://127.0.0.1:3000', service.url));
  const texts = {
    program,
    receiver: receiver.replaceAll('8080', String(await freePort())),
    integration: (await typed('docs/first-integration.md')).join(''),
  };
  await compilePrograms(installed.folder, texts, withNode);
});
afterAll(() => installed[Symbol.asyncDispose]());

const environment = (): Record<string, string> => {
  const token = service.tokens.first;
  return { TOKEN: token, PLUMBLINE_URL: service.url, PLUMBLINE_TOKEN: token, PLUMBLINE_WEBHOOK_SECRET: secret };
};

/** Runs a program to its end, and returns its output. */
const run = async (name: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, [join(installed.folder, `${name}.mjs`)], { env: environment() })).stdout;

test('the blocks of the first integration are one program that wins a project, and creates nothing twice', async () => {
  const transcript = await run('integration');
  expect(told.filter((line) => !transcript.includes(line))).toEqual([]);
  const state = await integrated(service);
  await expectIntegrated(service, state);
  expect(await run('integration')).toContain('ERP-S-Steel unchanged');
  expect(await integrated(service)).toEqual(state);
});

const told = [
  'ERP-P-1 created',
  '2026-12-10 144.19',
  'project.stage_change\nproject.won\n',
  'ERP-S-Steel created',
  'Harbor Drywall\nHarbor Concrete\n',
  'Riverside Elementary School 12400000\nHarbor Plumbing\none task\n',
  'stale [',
  '409 already_exists',
];

test('the program of the README makes, lists and changes a project', async () => {
  expect(await run('program')).toContain('Riverside Elementary School 12400000\n');
  const [project] = (await service.first.get('/projects?sort=-id&per_page=1')).body.projects;
  expect(project).toMatchObject({ name: 'Riverside Elementary School', probability: 0.4 });
});

test('the receiver of the README verifies a message, and reads its record', async () => {
  const { id } = await make(service.first, 'projects', { name: 'Harbor Tower' });
  const receiver = await startReceiver([process.execPath, join(installed.folder, 'receiver.mjs')], environment());
  const [message] = (await service.first.get(`/webhook_messages?payload.id=${id}`)).body.webhook_messages;
  const send = (recordId: string, key: string): Promise<number> => {
    const sent = { ...message, event_type: 'project.won', payload: { ...message.payload, id: recordId } };
    const signed = { id: message.id, timestamp: Math.floor(Date.now() / 1000), body: JSON.stringify(sent) };
    const headers = { 'webhook-id': signed.id, 'webhook-timestamp': String(signed.timestamp) };
    return receiver.post({ ...headers, 'webhook-signature': sign(key, signed) }, signed.body);
  };
  expect(await send(id, secret)).toBe(204);
  await receiver.until(/^won: Harbor Tower$/m);
  expect(await send(id, newSecret())).toBe(400);
  expect(await send('999999', secret)).toBe(500);
  expect(receiver.said().match(/^won: /gm)).toHaveLength(1);
});
