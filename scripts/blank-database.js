// Part of the build: a migrated, empty database beside the program, so that a first start only unpacks it.
// It is made here and not kept in the repository. Argument: the folder of the compiled program, if not `dist`.
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { create } from 'tar';

const program = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
const archive = join(program, 'blank-database.tar.gz');
// The one of an earlier build would be unpacked and migrated further instead of a new one being made.
await rm(archive, { force: true });

const load = (name) => import(pathToFileURL(join(program, 'database', name)).href);
const { openEmbedded } = await load('embedded/embedded.js');
const { migrate, migrationsFolder } = await load('migrations/migrate.js');

const folder = await mkdtemp(join(tmpdir(), 'plumbline-blank-'));
try {
  const engine = await openEmbedded({ dataDir: folder, synchronous: false });
  await migrate(engine, { folder: migrationsFolder });
  await engine.close();
  // Whoever starts meanwhile finds all of it or none.
  const unfinished = `${archive}.${process.pid}`;
  await create({ file: unfinished, cwd: join(folder, 'postgres'), gzip: true, portable: true }, ['.']);
  await rename(unfinished, archive);
} finally {
  await rm(folder, { recursive: true });
}
