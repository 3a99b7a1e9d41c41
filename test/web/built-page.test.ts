import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { builtPage, builtPageFolder } from '../support/programs/built-page.ts';
import { startTestService } from '../support/service/service.ts';

const kB = 1000;

describe('the built page', () => {
  test('loads the pipeline with little script and style', async () => {
    const { html, assets } = await builtPage();
    // The first load is what the HTML names. Everything else is loaded when it is needed.
    const first = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
    const bodies = (ending: string): Buffer =>
      Buffer.concat(first.filter((name) => name.endsWith(ending)).map((name) => assets.get(name)?.body ?? Buffer.of()));
    expect(bodies('.js').length).toBeGreaterThan(100 * kB);
    expect(brotliCompressSync(bodies('.js')).length).toBeLessThanOrEqual(150 * kB);
    expect(gzipSync(bodies('.js')).length).toBeLessThan(180 * kB);
    expect(brotliCompressSync(bodies('.css')).length).toBeLessThan(18 * kB);
  });

  test('comes with the licenses of the packages and fonts in it', async () => {
    const licenses = await readFile(join(await builtPageFolder(), 'licenses.md'), 'utf8');
    for (const name of ['react', 'react-dom', '@tanstack/react-router', '@fontsource-variable/ibm-plex-sans']) {
      expect(licenses).toMatch(new RegExp(`^## ${name} - \\d.*\\)$`, 'm'));
    }
    expect(licenses).not.toMatch(/unknown|unlicensed/i);
  });

  test('needs neither eval nor inline scripts and styles', async () => {
    const { html, assets } = await builtPage();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    for (const [name, { body }] of assets) {
      if (name.endsWith('.js')) expect(body.toString()).not.toMatch(/\beval\(|new Function\(/);
    }
  });

  test('says in its own words that a mistyped address has no screen; a program gets the problem', async () => {
    await using service = await startTestService({}, { page: await builtPage() });
    const visit = await fetch(`${service.url}/pipelne`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([visit.status, visit.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const [path, accept] of [
      ['/pipelne', '*/*'],
      ['/api/2023-01/pipelne', 'text/html'],
      ['/assets/gone.js', 'text/html'],
    ] as const) {
      const refused = await fetch(service.url + path, { headers: { accept } });
      expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }
  });

  test('has a screen at the paths of the page, and files that never change', async () => {
    await using service = await startTestService({}, { page: await builtPage() });
    for (const path of ['/', '/pipeline', '/calendar', '/projects/7', '/sign-in', '/set-password']) {
      const answer = await fetch(service.url + path, {
        headers: { accept: 'text/html', cookie: 'plumbline_theme=dark' },
      });
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      expect(await answer.text()).toContain('<html data-theme="dark"');
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    }
    expect((await fetch(`${service.url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${service.url}/assets/nothing.js`)).status).toBe(404);
    const [, script = ''] =
      /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${service.url}/pipeline`)).text()) ?? [];
    const answer = await fetch(service.url + script);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('is sent as the build has packed it', async () => {
    await using service = await startTestService({}, { page: await builtPage() });
    const { html, assets } = await builtPage();
    const [, name = ''] = /src="\/assets\/([^"]+\.js)"/.exec(html) ?? [];
    const body = assets.get(name)?.body ?? Buffer.of();
    const sent = [
      ['br', brotliCompressSync(body).length],
      ['gzip', gzipSync(body, { level: 9 }).length],
      ['identity', body.length],
    ] as const;
    for (const [coding, length] of sent) {
      // A range would be one of a coding. The service sends the whole file.
      const headers = { 'accept-encoding': coding, range: 'bytes=0-9' };
      const answer = await fetch(`${service.url}/assets/${name}`, { headers });
      const { headers: got } = answer;
      expect([answer.status, got.get('content-encoding') ?? 'identity', got.get('vary')]).toEqual([
        ...[200, coding, 'Accept-Encoding'],
      ]);
      expect(Math.abs(Number(got.get('content-length')) - length)).toBeLessThan(100);
      expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
      // One weak tag names the file in each coding.
      const etag = got.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"/);
      const again = await fetch(answer.url, { headers: { 'accept-encoding': coding, 'if-none-match': etag } });
      expect([again.status, again.headers.get('vary')]).toEqual([304, 'Accept-Encoding']);
    }
    expect([...assets.keys()].filter((one) => /\.(br|gz)$/.test(one))).toEqual([]);
  });

  test('is no answer to a program that asks for the address of the service', async () => {
    await using service = await startTestService({}, { page: await builtPage() });
    const answer = await fetch(service.url);
    expect(await answer.json()).toMatchObject({ name: 'Plumbline', reference: `${service.url}/docs` });
  });
});
