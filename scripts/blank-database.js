// Part of the build: a migrated, empty database beside the program, so that a first start only unpacks it.
// It is made here and not kept in the repository.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'tar';
import { openEmbedded } from '../dist/store/embedded.js';
import { migrate, migrationsFolder } from '../dist/store/migrate.js';

const folder = await mkdtemp(join(tmpdir(), 'plumbline-blank-'));
const engine = await openEmbedded({ dataDir: folder, synchronous: false });
await migrate(engine, { folder: migrationsFolder });
await engine.close();
const file = fileURLToPath(new URL('../dist/blank-database.tar.gz', import.meta.url));
await create({ file, cwd: join(folder, 'postgres'), gzip: true, portable: true }, ['.']);
await rm(folder, { recursive: true });
