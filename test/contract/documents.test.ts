import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCodes, faultCodes } from '../../src/http/errors/error-codes.ts';

const root = resolve(import.meta.dirname, '../..');
const names = [
  ...['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...(await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];
const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');

/** Returns the anchor of a heading, which web pages derive from its text. */
const placeOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');

describe('the documents', () => {
  test.each(names)('have no broken link in %s', async (name) => {
    for (const [, link = ''] of (await read(name)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path = '', place] = link.split('#');
      const target = path === '' ? name : join(dirname(name), path);
      const text = await read(target).catch(() => null);
      expect(text, `${name} links to ${link}`).not.toBeNull();
      const places = [...(text ?? '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => placeOf(heading));
      if (place !== undefined) expect(places, `${name} links to ${link}`).toContain(place);
    }
  });

  test('list every error code with its status', async () => {
    const text = await read('docs/errors.md');
    for (const [code, { status }] of Object.entries(errorCodes))
      expect(text).toContain(`\n| ${status} | \`${code}\` |`);
    for (const [code, meaning] of Object.entries(faultCodes)) expect(text).toContain(`\n| \`${code}\` | ${meaning} |`);
  });
});
