// Packs a package as npm installs it. `service` is plumbline-crm: the program, without scripts and development packages.
// `client` is plumbline-crm-client: the client and the webhooks, for programs that only send requests. Run
// `npm run build` first. Arguments: the kind; the folder for the tarball, if not this one; the folder of the build.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [kind, target = '.', dist = join(root, 'dist')] = process.argv.slice(2);

const write = (name, value) => writeFile(join(staged, name), `${JSON.stringify(value, null, 2)}\n`);
const copy = (from, to) => cp(from, join(staged, to), { recursive: true });

const described = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const staged = await mkdtemp(join(tmpdir(), 'plumbline-pack-'));
try {
  await { service: packService, client: packClient }[kind]();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target)], { cwd: staged, stdio: 'inherit' });
} finally {
  await rm(staged, { recursive: true });
}

async function packService() {
  const { scripts: _scripts, devDependencies: _development, overrides, ...packed } = described;
  // npm ignores the overrides of a package that it installs. Dependencies of its own have the same effect.
  const pinned = Object.entries(overrides).filter(([, version]) => typeof version === 'string');
  const dependencies = { ...packed.dependencies, ...Object.fromEntries(pinned) };
  await write('package.json', { ...packed, dependencies });
  for (const name of packed.files) await copy(name === 'dist' ? dist : join(root, name), name);
}

async function packClient() {
  const { version, license, type, engines, exports } = described;
  const description = 'The typed client of Plumbline, and the verification of its webhooks.';
  await write('package.json', { name: 'plumbline-crm-client', version, description, license, type, engines, exports });
  for (const folder of ['client', 'webhooks']) await copy(join(dist, folder), join('dist', folder));
  await copy(join(root, 'LICENSE'), 'LICENSE');
}
