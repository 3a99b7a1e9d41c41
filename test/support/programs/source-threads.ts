import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { compiledText } from './compiled-source.ts';

/**
 * A vitest plugin that starts the threads of the source from JavaScript. Vitest does not transform the code of a
 * thread, and Node 20 reads no TypeScript. A thread can import packages and files of its own folder.
 */
export function sourceThreads(): Plugin {
  return {
    name: 'source-threads',
    configureVitest({ experimental_defineCacheKeyGenerator: keyBy }) {
      // Vitest does not know that the transformed module depends on the files of the thread.
      keyBy(({ id, sourceCode }) => (threadIn(id, sourceCode) === undefined ? null : false));
    },
    async transform(code, id) {
      const name = threadIn(id, code);
      if (name === undefined) return null;
      const compiled = await compileThread(join(dirname(id), `${name}.ts`));
      return { code: code.replace(threadAddress, `new URL('${pathToFileURL(compiled).href}')`), map: null };
    },
  };
}

/** Returns the name of the thread that a module of the source starts. */
const threadIn = (id: string, code: string): string | undefined =>
  id.startsWith(source) ? threadAddress.exec(code)?.[1] : undefined;

/** Returns the path of the compiled file, which is compiled once for each state of its sources. */
async function compileThread(entry: string): Promise<string> {
  const files = [...(await filesOf(entry))];
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const folder = join(cache, hash);
  if (!existsSync(folder)) await write(files, folder);
  return join(folder, compiledName(entry));
}

/** Returns the text, by path, of a file and of the files in its folder that it imports. */
async function filesOf(path: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  if (found.has(path)) return found;
  const text = await readFile(path, 'utf8');
  found.set(path, text);
  for (const [, name] of text.matchAll(/from '\.\/([\w-]+\.ts)'/g))
    await filesOf(join(dirname(path), name ?? ''), found);
  return found;
}

/** If two processes compile at once, the first result stays. */
async function write(files: readonly (readonly [string, string])[], folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'compiling-'));
  await writeFile(join(unfinished, 'package.json'), '{ "type": "module" }\n');
  for (const [path, text] of files) await writeFile(join(unfinished, compiledName(path)), await compiledText(text));
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}

const compiledName = (path: string): string => basename(path).replace(/\.ts$/, '.js');

const threadAddress = /new URL\(["']\.\/([\w-]+)\.js["'], import\.meta\.url\)/;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const source = join(root, 'src/');
/** Below `node_modules`, so that the threads find their packages. */
const cache = join(root, 'node_modules', '.cache', 'plumbline-threads');
