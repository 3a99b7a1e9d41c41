import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readdir } from 'node:fs/promises';
import { startTestService, type TestService } from '../support/service/service.ts';
import { type ReferencePage, referencePageAt } from './reference-pages.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

const page = (path: string): Promise<ReferencePage> => referencePageAt(new URL(path, service.url));

/** Returns the absolute addresses that a page loads or links to. */
const addressesIn = (html: string, base: string): URL[] =>
  [...html.matchAll(/(?:src|href|data-search)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base));

const ownAddressesIn = (html: string, base: string): URL[] =>
  addressesIn(html, base).filter(({ origin }) => origin === new URL(base).origin);

/** Returns all pages that links lead to, by path. */
async function crawl(start: string): Promise<Map<string, ReferencePage>> {
  const visited = new Map<string, ReferencePage>();
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (visited.has(new URL(next).pathname)) continue;
    const read = await referencePageAt(next);
    visited.set(new URL(next).pathname, read);
    if (read.headers.get('content-type')?.includes('html')) {
      waiting.push(...ownAddressesIn(read.text, read.url).map(String));
    }
  }
  return visited;
}

describe('the reference page', () => {
  test('counts against the rate limit of the client’s address', async () => {
    await using limited = await startTestService();
    const read = async () => {
      const response = await fetch(`${limited.url}/docs/errors`);
      await response.text();
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 200 }, read));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100);
    expect(statuses).toContain(429);
  });

  test('loads everything from the service itself', { timeout: 60_000 }, async () => {
    const response = await page('/docs');
    const addresses = addressesIn(response.text, response.url);
    expect(new Set(addresses.map(({ origin }) => origin))).toEqual(new Set([new URL(service.url).origin]));
    const paths = [...new Set(addresses.map(({ pathname }) => pathname))];
    expect(paths.length).toBeGreaterThan(4);
    const answers = await Promise.all(paths.map(page));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  });

  test('has every guide of the package, and no broken link', { timeout: 60_000 }, async () => {
    await using unvisited = await startTestService();
    const visited = await crawl(`${unvisited.url}/docs`);
    const guides = (await readdir('docs')).filter((name) => name.endsWith('.md'));
    for (const name of guides) expect([...visited.keys()]).toContain(`/docs/guides/${name.slice(0, -3)}`);
    for (const { text, url, status } of visited.values()) {
      expect(status, url).toBe(200);
      for (const { pathname, hash } of ownAddressesIn(text, url)) {
        const place = `id="${hash.slice(1)}"`;
        if (hash !== '') expect(visited.get(pathname)?.text, `${url} links to ${pathname}${hash}`).toContain(place);
      }
    }
  });
});
