import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attack, attacks } from './attacks.ts';
import { fileAttacks } from './file-attacks.ts';
import { startSubject, type Subject } from './subject.ts';
import { longestReadMs, longestWaitMs, residentSize, tries, type Watched, watching } from './watch.ts';

const mostGrowth = 100 * 2 ** 20;

let subject: Subject;
let sizeAtStart: number;
beforeAll(async () => {
  subject = await startSubject();
  await warmUp();
});
afterAll(() => subject[Symbol.asyncDispose]());

test.for([...attacks, ...fileAttacks])(
  'the service stays responsive and small during $title',
  { timeout: 300_000 },
  async (attack) => {
    await attack.prepare?.(subject);
    await restartIfLarge();
    const watched = await watchedTries(attack);
    expect.soft(longestWaitOf(watched)).toBeLessThan(longestWaitMs);
    expect.soft(longestReadOf(watched)).toBeLessThan(longestReadMs);
    expect.soft(growthOf(watched)).toBeLessThan(mostGrowth);
  },
);

const longestWaitOf = (watched: readonly Watched[]): number =>
  Math.min(...watched.map(({ longestWait }) => longestWait));

const longestReadOf = (watched: readonly Watched[]): number =>
  Math.min(...watched.map(({ reads }) => Math.max(...reads)));

const growthOf = (watched: readonly Watched[]): number => Math.min(...watched.map(({ growth }) => growth));

const isGood = (watched: readonly Watched[]): boolean =>
  longestWaitOf(watched) < longestWaitMs && longestReadOf(watched) < longestReadMs && growthOf(watched) < mostGrowth;

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
  while (watched.length < tries && !isGood(watched)) {
    await subject.restart();
    await warmUp();
    watched.push(await tryOnce(attack));
  }
  if (process.env['SHOW_STALLS']) {
    for (const { reads, ...one } of watched) console.log(title, one, Math.max(...reads));
  }
  return watched;
}

const tryOnce = (attack: Attack['attack']): Promise<Watched> => watching(subject, () => attack(subject));
