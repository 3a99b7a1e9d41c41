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
    const files = new Map(names.map((name) => [name, readFileSync(join(from, 'assets', name))]));
    const assets = [...files].filter(([name]) => !isPacked(name));
    return { html, assets: new Map(assets.map(([name, bytes]) => [name, assetOf(name, bytes, files)])) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The build compresses each text into two files beside it. */
const isPacked = (name: string): boolean => /\.(?:br|gz)$/.test(name);

function assetOf(name: string, bytes: Buffer, files: ReadonlyMap<string, Buffer>): FixedAnswer {
  const packed = { br: files.get(`${name}.br`), gzip: files.get(`${name}.gz`) };
  return fixedAnswer(types[extname(name)] ?? 'application/octet-stream', bytes, { immutable: true, packed });
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
