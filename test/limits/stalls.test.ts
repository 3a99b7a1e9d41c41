import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attack, attacks } from './attacks.ts';
import { startSubject, type Subject } from './subject.ts';
import { longestWaitMs, residentSize, tries, type Watched, watching } from './watch.ts';

const mostGrowth = 100 * 2 ** 20;

let subject: Subject;
let sizeAtStart: number;
beforeAll(async () => {
  subject = await startSubject();
  await warmUp();
});
afterAll(() => subject[Symbol.asyncDispose]());

test.for(attacks)('the service stays responsive and small during $title', { timeout: 300_000 }, async (attack) => {
  await attack.prepare?.(subject);
  await restartIfLarge();
  const watched = await watchedTries(attack);
  expect.soft(longestWaitOf(watched)).toBeLessThan(longestWaitMs);
  expect.soft(growthOf(watched)).toBeLessThan(mostGrowth);
});

const longestWaitOf = (watched: readonly Watched[]): number =>
  Math.min(...watched.map(({ longestWait }) => longestWait));

const growthOf = (watched: readonly Watched[]): number => Math.min(...watched.map(({ growth }) => growth));

/**
 * Restarts a process that earlier attacks have made large, because this attack could reuse the memory that they took.
 */
async function restartIfLarge(): Promise<void> {
  if (residentSize(subject.pid) - sizeAtStart <= 50 * 2 ** 20) return;
  await subject.restart();
  await warmUp();
}

/** Sends ordinary requests, because a new process grows with its first requests. The records are the same each time. */
async function warmUp(): Promise<void> {
  for (const letter of 'abcde') {
    const companies = Array.from({ length: 200 }, (_, index) => ({
      ...{ external_id: `warm-${index}`, name: `Warm ${index}`, description: letter.repeat(2000) },
    }));
    await subject.send('POST', '/companies/bulk', { companies });
    for (const path of ['/companies?per_page=500', '/projects?q=project', '/projects?sort=-description']) {
      await subject.send('GET', path);
    }
  }
  sizeAtStart = residentSize(subject.pid);
}

/** Each further try has a new process, because a process reuses the memory that it has taken. */
async function watchedTries({ title, attack }: Attack): Promise<readonly Watched[]> {
  const watched = [await tryOnce(attack)];
  while (watched.length < tries && (longestWaitOf(watched) >= longestWaitMs || growthOf(watched) >= mostGrowth)) {
    await subject.restart();
    await warmUp();
    watched.push(await tryOnce(attack));
  }
  if (process.env['SHOW_STALLS']) console.log(title, watched);
  return watched;
}

const tryOnce = (attack: Attack['attack']): Promise<Watched> =>
  watching(subject.url, subject.pid, () => attack(subject));
