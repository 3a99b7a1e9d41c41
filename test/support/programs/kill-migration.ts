import { migrate, migrationsFolder } from '../../../src/database/migrations/migrate.ts';
import { openEngine } from '../../../src/store/store.ts';

// Applies the migrations and kills itself on the way. Arguments: the URL of a server (empty on the embedded engine), the
// data folder, the number of a migration, and the milliseconds after its start at which to die, or `after` it.
const [databaseUrl = '', dataDir = '', number = '', moment = 'after'] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

const engine = await openEngine({
  ...{ dataDir, databaseUrl: databaseUrl === '' ? undefined : databaseUrl },
  onStatement: (text) => {
    if (moment !== 'after' && text.includes(`values (${Number(number)}, '${number}-`)) setTimeout(die, Number(moment));
  },
});
await migrate(engine, {
  folder: migrationsFolder,
  log: (line) => {
    if (moment === 'after' && line.includes(`migration ${number}-`)) die();
  },
});
