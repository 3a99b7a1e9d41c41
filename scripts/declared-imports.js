// Part of the build: declarations import './verify.js', as the code does. tsc rewrites the imports of code only, and
// before 5.0 TypeScript takes what './verify.ts' declares for `any`. Argument: the folder of the program, if not `dist`.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
for (const folder of [join(dist, 'client'), join(dist, 'webhooks')]) {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.d.ts'))) {
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace(/(?<=\b(?:from|import) ?\(?['"]\.[^'"]*)\.ts(?=['"])/g, '.js'));
  }
}
