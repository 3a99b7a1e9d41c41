import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, type PageFile } from './style-sheets.ts';

const sheets = filesOf('.css');
const parts = filesOf('.ts', '.tsx');
const importOfSheet = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The classes that a style sheet has rules for. */
function definedIn(css: string): ReadonlySet<string> {
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim());
  const names = selectors
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
  return new Set(names);
}

interface Import {
  /** The path of the style sheet. */
  readonly sheet: string;
  readonly names: readonly string[];
  /** Whether the part takes a class by anything else than its name. */
  readonly isOpaque: boolean;
}

/** The style sheets that a part imports, with the classes that it takes from each. */
function importsOf({ path, text }: PageFile): readonly Import[] {
  const code = text.replaceAll(importOfSheet, '');
  return [...text.matchAll(importOfSheet)].map(([, local = '', source = '']) => ({
    sheet: posix.join(posix.dirname(path), source),
    names: [...code.matchAll(new RegExp(`(?<![.\\w])${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    isOpaque: new RegExp(`(?<![.\\w])${local}(\\[| *[,)}])`).test(code),
  }));
}

const imports = parts.flatMap(importsOf);
const modules = sheets
  .filter(({ path }) => path.endsWith('.module.css'))
  .map(({ path, text }) => ({
    path,
    defined: definedIn(text),
    used: new Set(imports.filter(({ sheet }) => sheet === path).flatMap(({ names }) => names)),
  }));

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((name) => !others.has(name));

describe('the class names of the page', () => {
  it('are found in every style sheet and part', () => {
    expect(modules.length).toBeGreaterThan(80);
    expect(imports.length).toBeGreaterThan(150);
    expect(imports.filter(({ isOpaque }) => isOpaque)).toEqual([]);
  });

  it('are defined in the style sheet from which a part takes them', () => {
    expect(
      modules.flatMap(({ path, defined, used }) => without(used, defined).map((name) => `${path} .${name}`)),
    ).toEqual([]);
  });

  it('are used by a part', () => {
    expect(
      modules.flatMap(({ path, defined, used }) => without(defined, used).map((name) => `${path} .${name}`)),
    ).toEqual([]);
  });

  it('are defined and used, where they belong to all parts', () => {
    const shared = new Set(
      sheets.filter(({ path }) => path.startsWith('styles/')).flatMap(({ text }) => [...definedIn(text)]),
    );
    const given = parts.flatMap(({ text }) =>
      [...text.matchAll(/className="([^"]+)"/g)].map(([, names = '']) => names),
    );
    const literals = [...parts, ...filesOf('.html')].flatMap(({ text }) =>
      [...text.matchAll(/['"`]([^'"`\n]*)['"`]/g)].map(([, names = '']) => names),
    );
    const words = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.split(' ')));
    expect(without(words(given), shared)).toEqual([]);
    expect(without(shared, words(literals))).toEqual([]);
  });
});
