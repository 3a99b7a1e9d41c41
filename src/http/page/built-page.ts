import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
    const names = readdirSync(join(from, 'assets')).filter((name) => !Object.values(endings).includes(extname(name)));
    const assets = new Map(names.map((name) => [name, assetOf(join(from, 'assets', name))]));
    return { html, assets };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The build compresses each text into files beside it. The endings of their names, by coding. */
const endings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

function assetOf(file: string): FixedAnswer {
  const codings = Object.entries(endings).filter(([, ending]) => existsSync(file + ending));
  const packed = Object.fromEntries(codings.map(([coding, ending]) => [coding, readFileSync(file + ending)]));
  const type = types[extname(file)] ?? 'application/octet-stream';
  return fixedAnswer(type, readFileSync(file), { immutable: true, packed });
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
