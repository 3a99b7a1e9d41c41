import { ESLint, Linter } from 'eslint';
import ts from 'typescript';
import { parser } from 'typescript-eslint';
import { expect, it } from 'vitest';

const overHttp = 'A page over plain http does not have it.';
const eslint = new ESLint();
const configOf = async (path: string) => (await eslint.calculateConfigForFile(path)) as Linter.Config;

/** A program of one file with the types of browsers alone, which costs less than the program of the page. */
function programOf(name: string, code: string): ts.Program {
  const options: ts.CompilerOptions = { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [], noEmit: true };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target) =>
    path === name ? ts.createSourceFile(path, code, target, true) : read(path, target);
  return ts.createProgram([name], options, host);
}

/** The lines that the rule of the page reports. */
async function reportedLines(code: string): Promise<number[]> {
  const { plugins = {} } = await configOf('src/web/app.tsx');
  const name = '/page.ts';
  const messages = new Linter({ cwd: '/' }).verify(
    code,
    {
      files: ['**/*.ts'],
      plugins,
      languageOptions: { parser, parserOptions: { programs: [programOf(name, code)] } },
      rules: { 'browser/secure-contexts': 'error' },
    },
    { filename: name },
  );
  expect(new Set(messages.map(({ message }) => message))).toEqual(new Set([overHttp]));
  return [...new Set(messages.map(({ line }) => line))];
}

it('the linter reports what browsers give to secure contexts alone', async () => {
  const code = [
    'crypto.randomUUID();',
    'const { randomUUID } = crypto;',
    'const { sinkId } = new Audio();',
    'void crypto["subtle"];',
    'void navigator.clipboard;',
    'void navigator.serviceWorker;',
    'void navigator.geolocation;',
    'new Notification("");',
    'crypto.getRandomValues(new Uint8Array(16));',
    'void navigator["language"];',
  ];
  expect(await reportedLines(code.join('\n'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it.each(['src/web/app.tsx', 'src/web/data/api.ts', 'pages/script.js'])('the linter reports it in %s', async (path) => {
  expect((await configOf(path)).rules?.['browser/secure-contexts']).toEqual([2]);
});

it.each(['crypto.randomUUID();', 'const { randomUUID } = crypto;', 'void crypto.subtle;'])(
  'the linter reports %s in the client that the page shares with programs',
  async (code) => {
    const rule = (await configOf('src/client/new-id.ts')).rules?.['no-restricted-properties'];
    const messages = new Linter().verify(code, { rules: { 'no-restricted-properties': rule ?? 'off' } });
    expect(messages.map(({ message }) => message)).toEqual([expect.stringContaining(overHttp)]);
  },
);
