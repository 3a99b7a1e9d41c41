import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCodes } from '../../src/http/errors/error-codes.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Reads the body to its end, so that no request is open when the service stops. */
async function page(path: string): Promise<Page> {
  const response = await fetch(new URL(path, service.url));
  const { status, url, headers } = response;
  return { status, url, headers, text: await response.text() };
}

/** Returns the absolute addresses that a page loads or links to. */
const addressesIn = (html: string, base: string): URL[] =>
  [...html.matchAll(/(?:src|href|data-search)="([^"]+)"/g)].map(([, address = '']) => new URL(address, base));

const ownAddressesIn = (html: string, base: string): URL[] =>
  addressesIn(html, base).filter(({ origin }) => origin === new URL(base).origin);

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

const operationsIn = (html: string): string[] =>
  [...html.matchAll(/<section class="operation" id="(\w+)">/g)].map(([, id = '']) => id);

describe('the reference page', () => {
  test.each(['/docs', '/docs/'])('is at %s and needs no token', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.text).toContain('Plumbline API');
  });

  test.each(['/docs', '/docs/reference/projects', '/docs/errors'])(
    'redirects %s with a trailing slash to the address without it',
    async (path) => {
      const { url, status } = await page(`${path}/`);
      expect([url, status]).toEqual([service.url + path, 200]);
    },
  );

  test('returns 404 for an unknown file', async () => {
    const response = await page('/docs/files/nope.js');
    expect(response.status).toBe(404);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'not_found' });
  });

  test('runs only its own scripts, and no other site can frame it', async () => {
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
    expect(text).not.toMatch(/<script(?![^>]*src=)[^>]*>|<style| style="| on\w+="/);
  });

  test('has a page for every operation, guides first, then projects', async () => {
    const document = (await service.document()) as Document;
    const { text, url } = await page('/docs');
    const paths = [...new Set(addressesIn(text, url).map(({ pathname }) => pathname))];
    const places = paths.filter((path) => path.startsWith('/docs/reference/'));
    expect(places[0]).toBe('/docs/reference/projects');
    expect(paths.indexOf('/docs/guides/first-integration')).toBeLessThan(paths.indexOf('/docs/reference/projects'));
    const shown = places.flatMap((path) => /^\/docs\/reference\/\w+\/(\w+)$/.exec(path)?.[1] ?? []);
    for (const id of ['projects/listProjects', 'leads/listLeads', 'imports/createImport']) {
      const { text: content } = await page(`/docs/reference/${id}`);
      expect(operationsIn(content)).toEqual([id.split('/')[1]]);
      expect(content.length).toBeLessThan(150_000);
    }
    const described = Object.values(document.paths).flatMap((item) => Object.values(item));
    const ids = described.flatMap(({ operationId }) => operationId ?? []);
    expect(shown.sort()).toEqual(ids.sort());
  });

  test('lists the ignored keys of a request apart from its fields', async () => {
    const { text } = await page('/docs/reference/projects/createProject');
    const [body = ''] = text.split('<h2>Answers</h2>');
    const shown = [...body.matchAll(/<code class="name">(\w+)<\/code>/g)].map(([, name]) => name);
    expect(shown.slice(0, 2)).toEqual(['project', 'name']);
    expect(shown).not.toContain('created_at');
    expect(/Accepted and ignored: .*/.exec(body)?.[0]).toContain('<code>created_at</code>');
  });

  test('finds a request by its fields, but not by its ignored keys', async () => {
    const { text, url } = await page('/docs');
    const search = ownAddressesIn(text, url).find(
      ({ pathname }) => pathname.endsWith('.json') && pathname.includes('/files/'),
    );
    const entries = JSON.parse((await page(search?.pathname ?? '')).text) as string[][];
    const words = entries.find(([, kind]) => kind === 'POST /projects')?.[3]?.split(' ');
    expect(words).toContain('work_scope');
    expect(words).not.toContain('created_at');
  });

  test.each([
    ['upsert', 'guides/api#bulk-requests'],
    ['sdk', 'guides/first-integration#'],
    ['timezone', 'guides/domain-rules#'],
    ['rate limiting', 'guides/api#limits'],
    ['dedupe', 'guides/imports#'],
    ['login', 'guides/authentication#'],
  ])('is found by "%s", a word of other products', async (asked, place) => {
    const { text } = await page('/docs');
    const [, file = ''] = /data-search="\.\/([^"]+)"/.exec(text) ?? [];
    const entries = JSON.parse((await page(`/${file}`)).text) as string[][];
    const found = entries.filter(([, , , words = '']) => asked.split(' ').every((word) => words.includes(word)));
    expect(found.map(([, , where]) => where)).toContainEqual(expect.stringContaining(place));
  });

  test('gives each guide as Markdown, and an index of them at /llms.txt', async () => {
    const index = await page('/llms.txt');
    expect(index.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(index.text).toMatch(/^# Plumbline\n\n> \S/);
    const links = [...index.text.matchAll(/\]\((\S+)\)/g)].map(([, address = '']) => address);
    expect(links.filter((address) => address.endsWith('.md')).length).toBeGreaterThan(20);
    for (const address of links.slice(0, 5)) expect([address, (await page(address)).status]).toEqual([address, 200]);
    expect((await page('/docs/guides/imports.md')).text).toBe(await readFile('docs/imports.md', 'utf8'));
  });

  test('lets clients cache files with a hash in their name for good, and revalidate the page by its ETag', async () => {
    const { text, url, headers } = await page('/docs');
    const files = ownAddressesIn(text, url).filter(({ pathname }) => pathname.startsWith('/docs/files/'));
    expect(files.map(({ pathname }) => pathname.split('.').at(-1)).sort()).toEqual(['css', 'js', 'json', 'svg']);
    for (const { pathname } of files) {
      const file = await page(pathname);
      expect(file.headers.get('cache-control')).toContain('immutable');
      expect(pathname).toContain(createHash('sha256').update(file.text).digest('base64url').slice(0, 16));
    }
    const again = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test.each(['/docs/json', '/docs/yaml'])('serves the OpenAPI document at %s', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toEqual(await service.document());
  });
});

describe('the page of errors', () => {
  test('has an anchor for the type of every problem, with its status', async () => {
    const { headers, text } = await page('/docs/errors');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const [code, { status, title }] of Object.entries(errorCodes)) {
      expect(text).toContain(`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}.</td></tr>`);
    }
  });

  test('is the page that the type of a problem links to', async () => {
    const { body } = await service.client(null).get('/projects');
    const { origin, pathname, hash } = new URL(body.type);
    expect(origin).toBe(service.url);
    expect((await page(pathname)).text).toContain(`id="${hash.slice(1)}"`);
  });

  test('has no anchor twice', async () => {
    const places = [...(await page('/docs/errors')).text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(places).toHaveLength(new Set(places).size);
    expect(places.length).toBeGreaterThan(30);
  });

  test('allows no script and only its own style', async () => {
    const policy = (await page('/docs/errors')).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; .*style-src 'sha256-[\w+/=]+'$/);
  });
});
