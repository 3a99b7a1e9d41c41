import { expect, test } from 'vitest';
import { startSubject } from './subject.ts';
import { longestWaitMs, tries, watching } from './watch.ts';

const pages = ['/docs', '/docs/reference/projects/createProject', '/docs/guides/api', '/docs/json', '/openapi.json'];

/** Sends the first requests to a new process. @returns the longest response time of `/health`, in milliseconds. */
async function waitDuringFirstRequests(): Promise<number> {
  await using subject = await startSubject();
  const ask = async (path: string) => {
    const response = await fetch(subject.url + path);
    await response.text();
    expect(response.status).toBe(200);
  };
  const watched = await watching(subject, async () => {
    await Promise.all(pages.map(ask));
  });
  return watched.longestWait;
}

test('the service answers /health during the first requests for the reference', { timeout: 120_000 }, async () => {
  const waits = [await waitDuringFirstRequests()];
  while (waits.length < tries && Math.min(...waits) >= longestWaitMs) waits.push(await waitDuringFirstRequests());
  expect(Math.min(...waits)).toBeLessThan(longestWaitMs);
});
