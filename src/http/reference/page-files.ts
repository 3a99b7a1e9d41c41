import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FixedAnswer, fingerprint, fixedAnswer } from '../contract/fixed-answer.ts';

const folder = new URL('../../../pages/', import.meta.url);

/** The files of the pages by their path below `/docs/`. Each file's name changes with its content. */
export class PageFileSet {
  readonly #byPlace = new Map<string, FixedAnswer>();

  /** @returns the file's path below `/docs/`. */
  add(name: string, text: string): string {
    const dot = name.lastIndexOf('.');
    const place = `files/${name.slice(0, dot)}.${fingerprint(text)}${name.slice(dot)}`;
    this.#byPlace.set(place, fixedAnswer(types[name.slice(dot)] ?? '', text, { immutable: true }));
    return place;
  }

  /** Adds a file from the package. */
  addFromPackage(name: string): string {
    return this.add(name, readFileSync(fileURLToPath(new URL(name, folder)), 'utf8'));
  }

  get(place: string): FixedAnswer | undefined {
    return this.#byPlace.get(place);
  }
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};
