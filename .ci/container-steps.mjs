// Carries out the Dockerfile on a machine without a container engine: the steps of each stage in order, in an empty
// folder that stands for the file system of the image. Then it starts the image's command as a user without rights,
// runs the health check, and stops the service as `docker stop` does. Run as root, it uses the user `nobody`.
// Its paths are those of the Dockerfile below that folder; the machine's own programs stand for the base image.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const scratch = mkdtempSync('/tmp/plumbline-image-');
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const isRoot = process.getuid() === 0;

/** The instructions with their arguments, in order. */
const instructions = readFileSync('Dockerfile', 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));

/** The files that the build may copy: those under version control that .dockerignore lets through. */
const context = join(scratch, 'context');
const allowed = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
for (const file of execFileSync('git', ['ls-files', ...allowed], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)) {
  mkdirSync(dirname(join(context, file)), { recursive: true });
  cpSync(file, join(context, file));
}

const stages = new Map();
let stage;

const steps = {
  FROM(text) {
    const [, name] = / AS (\S+)$/i.exec(text) ?? [];
    stage = { root: join(scratch, `stage-${stages.size}`), folder: '/', env: {}, user: 'root' };
    mkdirSync(stage.root, { recursive: true });
    stages.set(name ?? 'last', stage);
  },
  ENV(text) {
    for (const pair of text.split(' ')) stage.env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1);
  },
  WORKDIR(text) {
    stage.folder = text;
    mkdirSync(join(stage.root, text), { recursive: true });
  },
  COPY(text) {
    const [, from, paths] = /^(?:--from=(\S+) )?(.*)$/.exec(text);
    const sources = paths.split(/\s+/);
    const target = join(stage.root, stage.folder, sources.pop());
    for (const source of sources) {
      const path = join(from ? stages.get(from).root : context, source);
      const isInto = sources.length > 1 || (existsSync(target) && statSync(path).isFile());
      cpSync(path, isInto ? join(target, basename(source)) : target, { recursive: true, verbatimSymlinks: true });
    }
  },
  RUN(text) {
    const within = text
      .replace(/(?<= )\/(?=\w)/g, `${stage.root}/`)
      .replace(/chown node:node/, isRoot ? 'chown nobody' : ':');
    const env = { ...process.env, ...below(stage.env) };
    execFileSync('bash', ['-euc', within], { cwd: join(stage.root, stage.folder), env, stdio: 'inherit' });
  },
  USER: (text) => void (stage.user = text),
  HEALTHCHECK: (text) => void (stage.check = JSON.parse(text.slice(text.indexOf('[')))),
  ENTRYPOINT: (text) => void (stage.entry = JSON.parse(text)),
  CMD: (text) => void (stage.command = JSON.parse(text)),
  STOPSIGNAL: (text) => void (stage.signal = text),
  VOLUME() {},
  EXPOSE() {},
};

/** The paths of the image are paths below its folder. */
const below = (env) =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(/^\//, `${stage.root}/`)]));

for (const [name, text] of instructions) {
  console.log(`${name} ${text}`);
  if (!(name in steps)) throw new Error(`${name} is not an instruction that this script knows`);
  steps[name](text);
}
if (stage.user === 'root') throw new Error('the image runs as root');
if (!stage.check) throw new Error('the image has no health check');

const env = { PATH: process.env.PATH, HOME: '/nonexistent', ...below(stage.env), PORT: '39173', HOST: '127.0.0.1' };
const asUser = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env'];
if (isRoot) for (const folder of [scratch, stage.root]) execFileSync('chmod', ['755', folder]);
const [program, ...options] = [...asUser, ...stage.entry, ...stage.command];
const service = spawn(program, options, {
  cwd: join(stage.root, stage.folder),
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ended = new Promise((resolve) => service.on('exit', (code) => resolve(code)));
let isHealthy = false;
for (let tries = 0; tries < 60 && !isHealthy && service.exitCode === null; tries += 1) {
  await pause(500);
  try {
    execFileSync(stage.check[0], stage.check.slice(1), { env, stdio: 'ignore' });
    isHealthy = true;
  } catch {
    // Not yet.
  }
}
service.kill(stage.signal ?? 'SIGTERM');
const code = await ended;
if (!isHealthy || code !== 0) throw new Error(`healthy: ${isHealthy}, ended with ${code}`);
console.log('The image starts, is healthy, and stops in order.');
