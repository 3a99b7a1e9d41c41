import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/http/error-codes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Read to its end, so that nothing is left under way when the service is to stop. */
async function page(path: string): Promise<Page> {
  const response = await fetch(new URL(path, service.url));
  const { status, url, headers } = response;
  return { status, url, headers, text: await response.text() };
}

/** What a page loads or links to, as absolute addresses. */
const addressesIn = (html: string, base: string): URL[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base));

describe('the reference page', () => {
  test.each(['/docs', '/docs/'])('is at %s for everybody', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.text).toContain('Plumbline API');
  });

  test('has no file of a name that nobody gave', async () => {
    const response = await page('/docs/static/nope.js');
    expect(response.status).toBe(404);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'not_found' });
  });

  test('counts against the limit of its reader’s address', async () => {
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

  test('loads everything from the service itself', async () => {
    const response = await page('/docs');
    const addresses = addressesIn(response.text, response.url);
    expect(addresses.length).toBeGreaterThan(4);
    expect(new Set(addresses.map(({ origin }) => origin))).toEqual(new Set([new URL(service.url).origin]));
    const answers = await Promise.all(addresses.map(({ pathname }) => page(pathname)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  });

  test('may run no script but its own, and be framed by nobody', async () => {
    const { headers, text } = await page('/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*src=)[^>]*>/);
  });

  test.each(['/docs/json', '/docs/yaml'])('shows the document of the service at %s', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toEqual(await service.document());
  });
});

describe('the page of errors', () => {
  test('has a place for the type of every problem, with its status', async () => {
    const { headers, text } = await page('/docs/errors');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const [code, { status, title }] of Object.entries(errorCodes)) {
      expect(text).toContain(`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}.</td></tr>`);
    }
  });

  test('is where a problem points to', async () => {
    const { body } = await service.client(null).get('/projects');
    const { origin, pathname, hash } = new URL(body.type);
    expect(origin).toBe(service.url);
    expect((await page(pathname)).text).toContain(`id="${hash.slice(1)}"`);
  });

  test('has no place twice', async () => {
    const places = [...(await page('/docs/errors')).text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(places).toHaveLength(new Set(places).size);
    expect(places.length).toBeGreaterThan(30);
  });

  test('allows no script and only its own style', async () => {
    const policy = (await page('/docs/errors')).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*style-src 'sha256-[\w+/=]+'$/);
  });
});
