// Measures what accounts cost that do nothing, and how soon busy accounts among them get their messages. See
// bench/README.md. Arguments: the numbers of accounts, busy accounts, seconds.
import { setTimeout as pause } from 'node:timers/promises';
import { cloneFirm } from './clone-firm.ts';
import { postgresDatabase } from './databases.ts';
import { startSubject, type Subject, usageOf } from './processes.ts';
import { startOfProduct, tokenOf } from './product.ts';
import { startReceivers } from './receivers.ts';

const counts = (process.argv[2] ?? '100,100000').split(',').map(Number);
const [busy = 100, seconds = 20] = process.argv.slice(3, 5).map(Number);
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** The number of changes a second, of all busy accounts together. */
const rate = 20;
const settledMs = 10_000;

/** The busy accounts make a change after the other. */
async function change(subject: Subject): Promise<void> {
  const beginsAt = performance.now();
  const changes: Promise<unknown>[] = [];
  for (let made = 0; made < rate * seconds; made += 1) {
    await pause(Math.max(0, beginsAt + (made * 1000) / rate - performance.now()));
    const authorization = `Bearer ${tokenOf(1 + (made % busy))}`;
    const body = JSON.stringify({ company: { name: `Company ${made}`, category: 'client' } });
    const headers = { authorization, 'content-type': 'application/json' };
    changes.push(fetch(`${subject.url}/api/2023-01/companies`, { method: 'POST', headers, body }).then(read));
  }
  await Promise.all(changes);
}

async function read(response: Response): Promise<void> {
  const text = await response.text();
  if (response.status !== 201) throw new Error(text);
}

async function measure(accounts: number): Promise<string> {
  await using database = await postgresDatabase(server, { projects: 1, keep: false });
  const receivers = await startReceivers(1);
  await using loader = await database.open();
  await cloneFirm(loader, accounts, ['users', 'company_categories']);
  await loader.query(`insert into webhooks (account_id, public_id, created_at, updated_at, url, filter_types, secret)
    select n, gen_random_uuid(), now(), now(), '${receivers.addresses[0]}', '{}', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    from generate_series(1, ${accounts}) n`);
  await loader.query('vacuum analyze');
  await using subject = await startSubject(startOfProduct({ ...database.environment, WEBHOOKS_ALLOW_PRIVATE: '1' }));
  await pause(settledMs);
  const cpuOf = async (pids: readonly number[], work: Promise<unknown>): Promise<number> => {
    const [before, beganAt] = [usageOf(pids)?.seconds ?? NaN, performance.now()];
    await work;
    return (100_000 * ((usageOf(pids)?.seconds ?? NaN) - before)) / (performance.now() - beganAt);
  };
  const backends = await loader.query(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const idle = pause(seconds * 1000);
  const pids = backends.map(({ pid }) => Number(pid));
  const [service, postgres] = await Promise.all([cpuOf(subject.pids(), idle), cpuOf(pids, idle)]);
  await change(subject);
  await pause(1000);
  const { deliveries, latencies } = await receivers.received();
  await receivers.stop();
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? NaN;
  const cores = [service, postgres].map((share) => share.toFixed(2));
  return [accounts, ...cores, rate * seconds - deliveries, at(0.5), at(0.99)].join(' | ');
}

process.stdout.write(`${busy} busy accounts, ${rate} changes a second, ${seconds} s\n
accounts | idle: service, % of a core | Postgres, % of a core | missing | p50 ms | p99 ms\n`);
for (const count of counts) process.stdout.write(`${await measure(count)}\n`);
