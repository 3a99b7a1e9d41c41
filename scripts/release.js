// Makes the files of a release in a folder: both packages, the image if this machine has a container engine, the notes
// of the version from CHANGELOG.md, and the checksums of all. Run `npm run build` first. Argument: the folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? 'release');
const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await mkdir(folder, { recursive: true });
const before = await readdir(folder);
if (before.length > 0) throw new Error(`${folder} is not empty.`);

await writeFile(join(folder, 'NOTES.md'), notesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8')));
for (const kind of ['service', 'client']) run(process.execPath, [join(root, 'scripts/pack.js'), kind, folder]);
const engine = ['docker', 'podman'].find((program) => spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0);
if (engine) {
  const tag = `${name}:${version}`;
  run(engine, ['build', '--tag', tag, root]);
  run(engine, ['save', '--output', join(folder, `${name}-${version}.image.tar`), tag]);
} else console.log('No image: neither docker nor podman answers on this machine.');

const files = (await readdir(folder)).toSorted();
const sums = await Promise.all(files.map(async (file) => `${await sha256(join(folder, file))}  ${file}\n`));
await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`Made ${folder}: ${[...files, 'SHA256SUMS'].join(', ')}`);

/** The section of the version. */
function notesOf(changelog) {
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith(`## ${version} `));
  if (!section) throw new Error(`CHANGELOG.md has no section ${version}.`);
  return section;
}

function run(program, args) {
  execFileSync(program, args, { stdio: 'inherit' });
}

/** Reads the file in parts: an image is too large for one buffer. */
async function sha256(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
