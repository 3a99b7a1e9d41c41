import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSubject, type Subject } from '../limits/subject.ts';
import { residentSize, type Watched, watching } from '../limits/watch.ts';
import { isLong, runsOf } from '../support/endurance.ts';
import { severalAtOnce } from '../support/requests/wire.ts';
import { Client } from '../support/service/client.ts';
import { tokens } from '../support/service/template.ts';
import { bystanderOf } from './bystander.ts';
import { faultsOf } from './oracles.ts';
import { makePool } from './pool.ts';
import { sendRaw } from './raw-http.ts';
import { inWords, type Material, operationsOf, requestOf } from './requests.ts';

/**
 * The usual run always sends the same requests, a long one others each time. A failed run prints its seed:
 * `FUZZ_SEED=7 FUZZ_FROM=1200 FUZZ_COUNT=100` repeats a part of it.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? (isLong ? Date.now() % 1_000_000 : 1));
const from = Number(process.env['FUZZ_FROM'] ?? 0);
const count = Number(process.env['FUZZ_COUNT'] ?? runsOf(1000, 50_000));

/** Requests that are watched together, and sent once more if `/health` was slow during them. */
const windowSize = 250;
/** Requests after which the account gets new records, in the place of those that were deleted. */
const poolLife = 2000;
const lanes = 10;
/** Whether each window tells what it found. */
const isShown = process.env['FUZZ_SHOW'] !== undefined;

const longestWaitMs = 100;
const mostGrowth = 100 * 2 ** 20;
const tries = 4;

let subject: Subject;
let theirs: Client;
let mine: Client;
let material: Material;
let bystander: string;
beforeAll(async () => {
  subject = await startSubject({ TRUST_PROXY: '1', LOG_LEVEL: 'fatal' });
  const text = await (await fetch(`${subject.url}/openapi.json`)).text();
  const document = JSON.parse(text);
  const clientOf = (token: string) => new Client(subject.url, token, async () => document);
  [mine, theirs] = [clientOf(tokens.first), clientOf(tokens.second)];
  const pool = await makePool(mine, theirs);
  const cursors = await cursorsOf(mine);
  material = { document, operations: operationsOf(document), pool, token: tokens.first, cursors };
}, 600_000);
afterAll(() => subject[Symbol.asyncDispose]());

/** Cursors of some lists, for the fuzzer to damage. */
async function cursorsOf(client: Client): Promise<string[]> {
  const paths = ['/projects?per_page=1', '/companies?per_page=1&sort=name', '/webhook_messages?per_page=1'];
  const links = await Promise.all(paths.map(async (path) => (await client.get(path)).headers.get('link') ?? ''));
  return links.flatMap((link) => /cursor=([^&>]+)/.exec(link)?.[1] ?? []);
}

const statuses = new Map<number, number>();

/** Sends a request. @returns what is wrong with its answer, in words. */
async function complaintsOf(index: number): Promise<string[]> {
  const request = requestOf(material, seed, index);
  const answer = await sendRaw(Number(new URL(subject.url).port), request).catch((error: unknown) => String(error));
  const status = answer === null || typeof answer === 'string' ? 0 : answer.status;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const faults = typeof answer === 'string' ? [answer] : faultsOf(material.document, request, answer);
  return faults.length === 0 ? [] : [`request ${index}: ${faults.join('; ')}\n${inWords(request)}\n`];
}

interface Window {
  readonly first: number;
  readonly watched: readonly Watched[];
}

/** Sends the requests of a window, and again while `/health` is slow: a slow machine is slow at another time. */
async function windowOf(first: number, complaints: string[]): Promise<Window> {
  const length = Math.min(windowSize, from + count - first);
  const indexes = Array.from({ length }, (_, number) => first + number);
  const watched: Watched[] = [];
  do {
    watched.push(
      await watching(subject, async () => {
        complaints.push(...(await severalAtOnce(indexes, complaintsOf, lanes)).flat());
      }),
    );
  } while (watched.length < tries && waitOf({ first, watched }) >= longestWaitMs);
  return { first, watched };
}

const waitOf = ({ watched }: Window): number => Math.min(...watched.map(({ longestWait }) => longestWait));

test(`the service stands ${count} requests of seed ${seed}`, { timeout: 6 * 3_600_000 }, async () => {
  bystander = await bystanderOf(theirs);
  const complaints: string[] = [];
  const windows: Window[] = [];
  // The first requests warm the process up.
  await severalAtOnce(
    [0, 1, 2, 3, 4, 5, 6, 7].map((index) => from + index),
    complaintsOf,
    lanes,
  );
  let [size, shown] = [0, 0];
  for (let first = from; first < from + count; first += windowSize) {
    if (first > from && first % poolLife === 0) {
      expect(await bystanderOf(theirs)).toBe(bystander);
      const pool = await makePool(mine, theirs, material.pool);
      [material, bystander] = [{ ...material, pool }, await bystanderOf(theirs)];
    }
    windows.push(await windowOf(first, complaints));
    if (isShown) console.log(first, windows.at(-1)?.watched, complaints.slice(shown).join('\n'));
    shown = complaints.length;
    if (first - from >= count / 4 && size === 0) size = residentSize(subject.pid);
  }
  console.log(`seed ${seed}:`, Object.fromEntries([...statuses].sort()), tellSizes(size));
  expect(complaints.slice(0, 20).join('\n'), `FUZZ_SEED=${seed}`).toBe('');
  expect(await bystanderOf(theirs)).toBe(bystander);
  const slow = windows.filter((window) => waitOf(window) >= longestWaitMs);
  expect(slow, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(residentSize(subject.pid) - size).toBeLessThan(mostGrowth);
});

const tellSizes = (size: number): string =>
  `${Math.round(size / 2 ** 20)} MiB after a quarter, ${Math.round(residentSize(subject.pid) / 2 ** 20)} MiB at the end`;
