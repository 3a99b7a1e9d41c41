// Measures whether deliveries keep up with changes, at a rate of changes and a number of subscribers, on both engines.
// See bench/README.md. Arguments: changes a second, subscribers, seconds, engines.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, embeddedDatabase, postgresDatabase } from './databases.ts';
import { startSubject, type Subject, usageOf } from './processes.ts';
import { startOfProduct, token } from './product.ts';
import { startReceivers } from './receivers.ts';

const [rate = 200, subscribers = 3, seconds = 20] = process.argv.slice(2, 5).map(Number);
const engines = process.argv[5] ?? 'postgres,embedded';
const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const projects = 1000;
const patienceMs = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

function post({ url }: Subject, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/2023-01${path}`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', resolve);
      if (response.statusCode !== 201) reject(new Error(`${path} was answered with ${response.statusCode}`));
    });
    asked.on('error', reject).end(JSON.stringify(body));
  });
}

/** Sends changes at a steady rate, however long each takes. @returns the number of acknowledged changes. */
async function change(subject: Subject): Promise<number> {
  const count = rate * seconds;
  const begunAt = performance.now();
  const changes: Promise<void>[] = [];
  while (changes.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begunAt) / 1000) * rate));
    while (changes.length < due) {
      const company = { name: `Company ${changes.length}`, category: 'client' };
      changes.push(post(subject, '/companies', { company }));
    }
    await pause(5);
  }
  await Promise.all(changes);
  return count;
}

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;

async function measure(title: string, database: Database): Promise<string> {
  await using subject = await startSubject(startOfProduct({ ...database.environment, WEBHOOKS_ALLOW_PRIVATE: '1' }));
  const receivers = await startReceivers(subscribers);
  for (const url of receivers.addresses) await post(subject, '/webhooks', { webhook: { url } });
  const before = usageOf(subject.pids());
  const begunAt = performance.now();
  const changes = await change(subject);
  const changedAt = performance.now();
  let received = await receivers.received();
  while (received.messages < changes && performance.now() - changedAt < patienceMs) {
    await pause(20);
    received = await receivers.received();
  }
  const endedAt = performance.now();
  const after = usageOf(subject.pids());
  await receivers.stop();
  const { latencies } = received;
  const cpus = before && after ? ((after.seconds - before.seconds) * 1000) / (endedAt - begunAt) : NaN;
  return [
    ...[title, Math.round(changes / ((changedAt - begunAt) / 1000)), received.deliveries, changes - received.messages],
    ...[quantile(latencies, 0.5), quantile(latencies, 0.99)],
    ...[Math.round(endedAt - changedAt), cpus.toFixed(2)],
  ].join(' | ');
}

const heads = 'engine | changes/s | deliveries | missing | p50 ms | p99 ms | last after ms | CPUs of the service';
process.stdout.write(`${rate} changes a second, ${subscribers} subscribers, ${seconds} s\n\n${heads}\n`);
for (const [title, open] of [
  ['postgres', () => postgresDatabase(server, { projects, keep: false })],
  ['embedded', () => embeddedDatabase({ projects, keep: false })],
] as const) {
  if (!engines.includes(title)) continue;
  await using database = await open();
  process.stdout.write(`${await measure(title, database)}\n`);
}
