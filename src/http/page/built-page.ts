import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FixedAnswer, fixedAnswer } from '../contract/fixed-answer.ts';

/** The page as `npm run build` makes it. */
export interface BuiltPage {
  /** The HTML that loads it. */
  readonly html: string;
  /** Its other files by name. Each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, FixedAnswer>;
}

const folder = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Reads the built page from the package; null if it is not built. */
export function readBuiltPage(from = folder): BuiltPage | null {
  try {
    const html = readFileSync(join(from, 'index.html'), 'utf8');
    const names = readdirSync(join(from, 'assets'));
    const assets = new Map(names.map((name) => [name, assetOf(join(from, 'assets', name))]));
    return { html, assets };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const assetOf = (file: string): FixedAnswer =>
  fixedAnswer(types[extname(file)] ?? 'application/octet-stream', readFileSync(file), { immutable: true });

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
