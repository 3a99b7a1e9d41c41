import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openEmbedded } from '../../../src/database/embedded/embedded.ts';

// Opens a new data folder and kills itself on the way. Arguments: the folder, and the moment, which is the number of a
// file write, or `rename` for the moment before the finished database gets its name.
const [dataDir = '', moment = 'rename'] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

let writes = 0;
const counting =
  <Call extends unknown[], Result>(write: (...call: Call) => Result) =>
  (...call: Call): Result => {
    writes += 1;
    if (`${writes}` === moment) die();
    return write(...call);
  };
// Postgres writes with the first function, the unpacking of an archive with the second.
Object.assign(fs, { writeSync: counting(fs.writeSync), write: counting(fs.write) });
const { rename } = fs.promises;
const dyingRename = async (from: string, to: string) => {
  if (moment === 'rename' && to.endsWith('/postgres')) die();
  await rename(from, to);
};
Object.assign(fs.promises, { rename: dyingRename });
syncBuiltinESMExports();

await openEmbedded({ dataDir });
