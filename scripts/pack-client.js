// Packs plumbline-crm-client, the client and the webhooks without the service, for programs that only send requests.
// Run `npm run build` first. Arguments: the folder for the tarball, if not this one; the folder of the build.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [target = '.', dist = join(root, 'dist')] = process.argv.slice(2);
const { version, license, type, engines, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const described = {
  name: 'plumbline-crm-client',
  version,
  description: 'The typed client of Plumbline, and the verification of its webhooks.',
  license,
  type,
  engines,
  exports,
};
const staged = await mkdtemp(join(tmpdir(), 'plumbline-client-'));
try {
  const isPacked = (path) => !path.endsWith('.map');
  for (const folder of ['client', 'webhooks']) {
    await cp(join(dist, folder), join(staged, 'dist', folder), { recursive: true, filter: isPacked });
  }
  await cp(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target)], { cwd: staged, stdio: 'inherit' });
} finally {
  await rm(staged, { recursive: true });
}
