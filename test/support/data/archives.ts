import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract, list } from 'tar';

/** Unpacks an archive of an account. @returns the text of each file, by name, in the order of the names. */
export async function filesIn(archive: string, folder: string): Promise<Record<string, string>> {
  const into = await mkdtemp(join(folder, 'unpacked-'));
  await extract({ file: archive, cwd: into });
  const names = (await readdir(into)).sort();
  const contents = names.map(async (name) => [name, await readFile(join(into, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(contents));
}

/** The names of the files in a folder, in the order in which an archive has them. */
export async function namesInOrder(archive: string, folder: string): Promise<string[]> {
  const [names, present]: [string[], string[]] = [[], await readdir(folder)];
  await list({ file: archive, onReadEntry: ({ path }) => void names.push(path) });
  return [...names.filter((name) => present.includes(name)), ...present.filter((name) => !names.includes(name))];
}
