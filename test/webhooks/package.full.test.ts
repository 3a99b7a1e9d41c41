import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiler, type Installed, installPackage } from '../support/programs/installed.ts';

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed[Symbol.asyncDispose]());

const write = (name: string, text: string): Promise<void> => writeFile(join(installed.folder, name), text);

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a JavaScript program to its end; rejects if it fails. */
const run = (...args: string[]): Promise<Output> =>
  promisify(execFile)(process.execPath, args, { cwd: installed.folder });

/** The strictest settings, without the types of Node or a browser. */
const settings = {
  compilerOptions: { strict: true, target: 'es2022', module: 'nodenext', lib: ['es2022'], types: [] },
  files: ['program.mts'],
};

const program = `
import { newSecret, sign, UntrustedWebhook, verify } from 'plumbline-crm/webhooks';
import type { Signed, UntrustedReason, VerifyOptions, WebhookHeaders, WebhookMessage } from 'plumbline-crm/webhooks';

const secret: string = newSecret();
const signed: Signed = { id: 'msg_1', timestamp: 1_000, body: '{"payload":{"id":"12"}}' };
const headers: WebhookHeaders = {
  'Webhook-Id': signed.id,
  'webhook-timestamp': ['1000'],
  'webhook-signature': sign(secret, signed),
};
const options: VerifyOptions = { now: new Date(1_000_000) };
const message: WebhookMessage = verify(headers, signed.body, [newSecret(), secret], options);
const reasons: string[] = [message.payload.id];
try {
  verify(new Map<string, string>(), new Uint8Array(), secret);
} catch (error) {
  if (error instanceof UntrustedWebhook) reasons.push(error.reason satisfies UntrustedReason);
}
declare const console: { log(text: string): void };
console.log(reasons.join());
`;

describe('plumbline-crm/webhooks', () => {
  it('works in a strict TypeScript program without the types of Node or a browser', async () => {
    await write('tsconfig.json', JSON.stringify(settings));
    await write('program.mts', program);
    const { stdout: faults } = await run(compiler).catch((failed: unknown) => failed as Output);
    expect(faults).toBe('');
    expect(await run('program.mjs')).toEqual({ stdout: '12,missing_headers\n', stderr: '' });
  });

  it('works in a CommonJS module', async () => {
    await write('program.cjs', `console.log(Object.keys(require('plumbline-crm/webhooks')).sort().join());`);
    expect(await run('program.cjs')).toMatchObject({ stdout: 'UntrustedWebhook,newSecret,sign,verify\n' });
  });

  it('exports no internal file except package.json', async () => {
    await write('inside.mjs', `await import('plumbline-crm/dist/webhooks/signature.js');`);
    await expect(run('inside.mjs')).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
    await write('outside.mjs', `console.log(import.meta.resolve('plumbline-crm/package.json'));`);
    expect((await run('outside.mjs')).stdout).toMatch(/plumbline-crm\/package\.json\n$/);
  });

  it('declares its types with imports that every version of TypeScript resolves', async () => {
    const folder = join(installed.folder, 'node_modules', 'plumbline-crm', 'dist', 'webhooks');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.d.ts'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const imported = texts.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from));
    expect(imported).toContain('./verify.js');
    expect(imported.filter((from) => from?.startsWith('./') !== true || from.endsWith('.ts'))).toEqual([]);
  });
});
