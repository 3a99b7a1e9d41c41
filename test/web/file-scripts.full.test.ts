import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { attached, contentOf } from '../support/data/uploads.ts';
import { inBrowser } from './support/in-browser.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const page = (script: string): string => `<!doctype html><title>page</title><script>${script}</script>`;

interface Attack {
  readonly name: string;
  /** The contents that would run a script. */
  readonly bytes: (script: string) => Buffer;
  /** The media type for display; null if the service sends it as a download alone. */
  readonly shown: string | null;
}

/** A PDF with one empty page, which runs a script when it is opened. */
const pdf = (script: string): string =>
  [
    '%PDF-1.7',
    '1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R>> endobj',
    '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
    '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>> endobj',
    `4 0 obj <</S/JavaScript/JS(app.launchURL\\("x"\\); ${script.replaceAll(/[()\\]/g, String.raw`\$&`)})>> endobj`,
    'trailer <</Root 1 0 R>>',
    '%%EOF',
  ].join('\n');

const svg = (script: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
const xhtml = (script: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script}</script></body></html>`;

const attacks: readonly Attack[] = [
  { name: 'page.html', bytes: (script) => latin(page(script)), shown: null },
  { name: 'no ending', bytes: (script) => latin(page(script)), shown: null },
  { name: 'picture.svg', bytes: (script) => latin(svg(script)), shown: null },
  { name: 'page.xml', bytes: (script) => latin(xhtml(script)), shown: null },
  { name: 'page.xhtml', bytes: (script) => latin(xhtml(script)), shown: null },
  { name: 'code.js', bytes: latin, shown: null },
  { name: 'code.mjs', bytes: latin, shown: null },
  { name: 'notes.txt', bytes: (script) => latin(page(script)), shown: null },
  // The name lies.
  { name: 'photo.png', bytes: (script) => latin(page(script)), shown: null },
  { name: 'plan.pdf', bytes: latin, shown: null },
  // The first bytes are those of another type.
  { name: 'polyglot.gif', bytes: (script) => latin(`GIF89a=1;${script}`), shown: 'image/gif' },
  { name: 'gif.html', bytes: (script) => latin(`GIF89a${page(script)}`), shown: 'image/gif' },
  { name: 'png.svg', bytes: (script) => latin(`\x89PNG\r\n\x1a\n${svg(script)}`), shown: 'image/png' },
  { name: 'jpeg.js', bytes: (script) => latin(`\xff\xd8\xff\xe0=1;${script}`), shown: 'image/jpeg' },
  { name: 'webp.xhtml', bytes: (script) => latin(`RIFF\0\0\0\0WEBP${xhtml(script)}`), shown: 'image/webp' },
  { name: 'pdf.html', bytes: (script) => latin(`%PDF-1.7\n${page(script)}`), shown: 'application/pdf' },
  { name: 'scripted.pdf', bytes: (script) => latin(pdf(script)), shown: 'application/pdf' },
];

/** A page without a policy of its own, which embeds an address in every way that can run a script. */
const embedding = (url: string): string =>
  `<!doctype html><title>bare</title><iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">
  <img src="${url}"><link rel="stylesheet" href="${url}"><script src="${url}"></script>
  <script type="module" src="${url}"></script><script type="module">
    const wrong = (event) => event.preventDefault();
    new Worker('${url}').addEventListener('error', wrong);
    new Worker('${url}', { type: 'module' }).addEventListener('error', wrong);
    const worker = new Blob(['try { importScripts("${url}") } catch {}'], { type: 'text/javascript' });
    new Worker(URL.createObjectURL(worker));
    import('${url}').catch(() => undefined);
  </script>`;

/** The elements of this page that always request the address. */
const elements = 6;

/** What a script that runs leaves behind: a request, a stored value, a cookie and a title. */
const scriptFor = (url: string): string =>
  [
    `fetch('${url}/health?ran',{mode:'no-cors'})`,
    ...[`localStorage.ran='1'`, `document.cookie='ran=1'`, `document.title='ran'`].map((one) => `try{${one}}catch{}`),
  ].join(';');

inBrowser('contents that hold a script', (web) => {
  /** Watches for what scripts leave behind. @returns whether they have sent a request, set a cookie and stored a value. */
  const watch = (tab: Page) => {
    const requests: string[] = [];
    tab.context().on('request', (request) => {
      if (request.url().endsWith('/health?ran')) requests.push(request.url());
    });
    return async (): Promise<readonly boolean[]> => {
      await bare(tab);
      const cookies = (await tab.context().cookies()).map(({ name }) => name);
      return [requests.length > 0, cookies.includes('ran'), (await tab.evaluate('localStorage.ran')) === '1'];
    };
  };

  /** A page of the service that has no policy of its own. */
  const bare = (tab: Page) => tab.goto(`${web.url}/health`, { waitUntil: 'networkidle' });

  /** Embeds contents, and waits until no further request for them follows. */
  const embed = async (tab: Page, url: string): Promise<void> => {
    await bare(tab);
    let [asked, before] = [0, 0];
    tab.context().on('request', (request) => void (asked += request.url() === url ? 1 : 0));
    await tab.setContent(embedding(url), { waitUntil: 'commit' });
    const isSettled = (): boolean => {
      const isSame = asked === before;
      before = asked;
      return isSame && asked >= elements;
    };
    await expect.poll(isSettled, { interval: 300 }).toBe(true);
  };

  /** Opens contents in a tab, which stays where it is if a download begins. */
  const visit = async (tab: Page, url: string): Promise<void> => {
    await tab.goto(url, { waitUntil: 'networkidle' }).catch((error: unknown) => {
      if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
    });
    expect(await tab.title()).not.toBe('ran');
  };

  test.each([
    ['text/javascript', (script: string) => script],
    ['text/html', page],
    ['image/svg+xml', svg],
  ])('is seen where it runs, as %s', async (contentType, body) => {
    await using opened = await web.openSignedIn('/projects');
    const tab = opened.page;
    const traces = watch(tab);
    expect(await traces()).toEqual([false, false, false]);
    await tab.route('**/control', (route) => route.fulfill({ contentType, body: body(scriptFor(web.url)) }));
    await embed(tab, `${web.url}/control`);
    expect(await traces()).toEqual([true, true, true]);
  });

  test.each(attacks)('$name runs nowhere, and has the headers that keep it from running', async (attack) => {
    const { service } = web;
    const project_id = (await make(service.first, 'projects')).id;
    const { id } = await attached(service, { project_id, name: attack.name }, attack.bytes(scriptFor(web.url)));
    await using opened = await web.openSignedIn('/projects');
    const tab = opened.page;
    const traces = watch(tab);
    await bare(tab);
    for (const query of ['', '?inline=1']) {
      const shown = query === '' ? null : attack.shown;
      const { headers } = await contentOf(service, id, {}, { query });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': shown ?? 'application/octet-stream',
        'content-disposition': expect.stringMatching(shown === null ? /^attachment; / : /^inline; /),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy':
          shown === 'application/pdf'
            ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
            : "sandbox; default-src 'none'",
      });
      const url = `${web.url}/api/2023-01/files/${id}/content${query}`;
      // The browser of the session reads them, so that the following proves something.
      expect(await tab.evaluate(`fetch('${url}').then(({ status }) => status)`)).toBe(200);
      await visit(tab, url);
      await embed(tab, url);
      expect(await traces()).toEqual([false, false, false]);
    }
  });
});
