import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/http/error-codes.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

const page = (path: string): Promise<Response> => fetch(service.url + path);

/** What a page loads or links to, as absolute addresses. */
const addressesIn = (html: string, base: string): URL[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base));

describe('the reference page', () => {
  test.each(['/docs', '/docs/'])('is at %s for everybody', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('Plumbline API');
  });

  test('loads everything from the service itself', async () => {
    const response = await page('/docs');
    const addresses = addressesIn(await response.text(), response.url);
    expect(addresses.length).toBeGreaterThan(4);
    expect(new Set(addresses.map(({ origin }) => origin))).toEqual(new Set([new URL(service.url).origin]));
    const answers = await Promise.all(addresses.map((address) => fetch(address)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  });

  test('may run no script but its own, and be framed by nobody', async () => {
    const policy = (await page('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(await (await page('/docs')).text()).not.toMatch(/<script(?![^>]*src=)[^>]*>/);
  });

  test.each(['/docs/json', '/docs/yaml'])('shows the document of the service at %s', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await service.document());
  });
});

describe('the page of errors', () => {
  test('has a place for the type of every problem, with its status', async () => {
    const response = await page('/docs/errors');
    const html = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const [code, { status, title }] of Object.entries(errorCodes)) {
      expect(html).toContain(`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}.</td></tr>`);
    }
  });

  test('is where a problem points to', async () => {
    const { body } = await service.client(null).get('/projects');
    const { origin, pathname, hash } = new URL(body.type);
    const html = await (await fetch(origin + pathname)).text();
    expect(html).toContain(`id="${hash.slice(1)}"`);
  });

  test('has no place twice', async () => {
    const places = [...(await (await page('/docs/errors')).text()).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(places).toHaveLength(new Set(places).size);
    expect(places.length).toBeGreaterThan(30);
  });

  test('allows no script and only its own style', async () => {
    const policy = (await page('/docs/errors')).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*style-src 'sha256-[\w+/=]+'$/);
  });
});
