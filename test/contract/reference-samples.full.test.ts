import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { emptyFolder } from '../support/programs/scratch-engines.ts';
import { sharedService, type TestService } from '../support/service/service.ts';
import { referencePageAt } from './reference-pages.ts';

let service: TestService;
let samples: Sample[];
beforeAll(async () => {
  service = await sharedService();
  const groups = [...(await read('')).matchAll(/href="\.\/docs\/(reference\/\w+\/\w+)"/g)].map(
    ([, place = '']) => place,
  );
  const pages = await Promise.all([...new Set(groups)].map(read));
  samples = pages.flatMap(samplesIn);
}, 60_000);
afterAll(() => service.stop());

interface Sample {
  readonly operation: string;
  readonly language: string;
  readonly code: string;
}

const read = async (place: string): Promise<string> =>
  (await referencePageAt(`${service.url}/docs${place === '' ? '' : `/${place}`}`)).text;

function samplesIn(html: string): Sample[] {
  return html.split('<section class="operation"').flatMap((part) => {
    const operation = /^ id="(\w+)"/.exec(part)?.[1] ?? '';
    const blocks = part.matchAll(/data-language="(\w+)".*?<pre><code>([^<]*)/gs);
    return [...blocks].map(([, language = '', code = '']) => ({ operation, language, code: unescaped(code) }));
  });
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const run = async (program: string, ...args: string[]): Promise<string> => {
  const env = { ...process.env, TOKEN: service.tokens.first };
  return (await promisify(execFile)(program, args, { env, maxBuffer: 2 ** 24 })).stdout;
};

const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  javascript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};

describe('the samples of the reference page', () => {
  describe.each(Object.entries(commands))('in %s', (language, [program, ...args]) => {
    test.each([
      ['listProjects', 200, 'projects'],
      ['createProject', 201, 'Riverside Elementary School'],
      ['showHealth', 200, 'durable'],
    ])('send the request of %s', async (operation, status, text) => {
      const sample = samples.find((one) => one.operation === operation && one.language === language);
      const output = await run(program, ...args, sample?.code ?? '');
      expect(output).toContain(String(status));
      expect(output).toContain(text);
    });
  });

  test.each(Object.entries(commands))('get an access token without an API token, in %s', async (language, command) => {
    const oauth_client = { name: 'Nightly', scopes: ['read'] };
    const { client_id, client_secret } = (await service.first.post('/oauth_clients', { oauth_client })).body
      .oauth_client;
    const sample = samples.find((one) => one.operation === 'createAccessToken' && one.language === language);
    const code = (sample?.code ?? '').replace(/plbc_\w+/, client_id).replace(/plbs_\w+/, client_secret);
    const [program, ...args] = command;
    expect(await run(program, ...args, code)).toMatch(/^200 .*plb_/s);
    expect(code).not.toContain('TOKEN');
  });

  test.each(['createAccessToken', 'showMetrics'])('of %s send no API token', (operation) => {
    const own = samples.filter((one) => one.operation === operation);
    expect(own).toHaveLength(3);
    expect(own.filter(({ code }) => /authorization/i.test(code))).toEqual([]);
  });

  test('are valid programs of their language', async () => {
    const operations = new Set(samples.map(({ operation }) => operation));
    const of = (language: string): Sample[] => samples.filter((sample) => sample.language === language);
    expect(operations.size).toBeGreaterThan(150);
    for (const { operation, code } of of('javascript')) {
      expect(() => new Script(`(async () => {\n${code}\n})`), operation).not.toThrow();
    }
    // A command line has no room for all of them.
    const folder = await emptyFolder();
    onTestFinished(() => rm(folder, { recursive: true }));
    const inFile = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const codes = JSON.stringify(of('python').map(({ code }) => code));
    const parse = 'import ast, json, sys\nfor code in json.load(open(sys.argv[1])): ast.parse(code)';
    await run('python3', '-c', parse, await inFile('samples.json', codes));
    const commands = of('curl').map(({ code }) => code);
    await run('bash', '-n', await inFile('samples.sh', commands.join('\n')));
    expect(new Set(samples.map(({ language }) => language))).toEqual(new Set(['curl', 'javascript', 'python']));
  });
});
