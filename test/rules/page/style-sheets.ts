import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../src/web/', import.meta.url));

/** A file of the page, by its path below `src/web`. */
export interface PageFile {
  readonly path: string;
  /** Its text without block comments. */
  readonly text: string;
}

/** The files of the page whose names end so. */
export const filesOf = (...endings: readonly string[]): readonly PageFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }));
