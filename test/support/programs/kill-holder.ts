import { once } from 'node:events';
import { openEmbedded } from '../../../src/database/embedded/embedded.ts';
import { DataFolderInUse } from '../../../src/database/embedded/folder-lock.ts';
import { StatementError } from '../../../src/database/engine-errors.ts';

// Opens a data folder and holds it like a service, until a SIGTERM. Argument: the folder.
const [dataDir = ''] = process.argv.slice(2);

try {
  const engine = await openEmbedded({ dataDir });
  engine.holder.url = 'http://127.0.0.1:3000';
  await engine.query('select 1 / 0').catch((error: unknown) => {
    if (!(error instanceof StatementError)) throw error;
  });
  const alive = setInterval(() => {}, 60_000);
  const told = once(process, 'SIGTERM');
  process.stdout.write('holding\n');
  await told;
  await engine.close();
  clearInterval(alive);
  process.exitCode = 7;
} catch (error) {
  if (!(error instanceof DataFolderInUse)) throw error;
  process.stdout.write(`in use by ${error.holder?.pid}\n`);
}
