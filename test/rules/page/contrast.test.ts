import { describe, expect, it } from 'vitest';
import { contrast, linearOf, type Oklch, readOklch } from './oklch.ts';
import { filesOf } from './style-sheets.ts';

const sheets = filesOf('.css');
const tokenSheet = sheets.find(({ path }) => path === 'styles/tokens.css')?.text ?? '';
const schemes = ['light', 'dark'] as const;
const tokens = new Map(
  [...tokenSheet.matchAll(/--([a-z\d-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light: readOklch(light), dark: readOklch(dark) }],
  ),
);

function tokenOf(name: string): Readonly<Record<(typeof schemes)[number], Oklch>> {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no colour --${name}.`);
  return token;
}

const surfaces = ['canvas', 'surface', 'sunken', 'hover', 'selected'];
const states = ['due-bg', 'over-bg', 'won-bg'];

/** The colours of text, with the backgrounds on which it stands. */
const text: Readonly<Record<string, readonly string[]>> = {
  ink: [...surfaces, ...states],
  'ink-2': [...surfaces, ...states],
  'ink-3': surfaces,
  link: [...surfaces, ...states],
  accent: surfaces,
  'due-ink': [...surfaces, 'due-bg'],
  'over-ink': [...surfaces, 'over-bg'],
  'won-ink': [...surfaces, 'won-bg'],
  'lost-ink': surfaces,
  'on-accent': ['accent', 'accent-2'],
  // A message at the foot of the screen.
  surface: ['ink', 'ink-2'],
};

/** The colours of edges, marks and the focus. */
const edges: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['control', 'focus', 'accent', 'due', 'over', 'won', 'lost'].map((name) => [name, surfaces]),
);

/** The pairs of a table whose contrast is less, in words. */
const lessThan = (least: number, table: typeof text): string[] =>
  Object.entries(table).flatMap(([name, grounds]) =>
    grounds.flatMap((ground) =>
      schemes
        .map((scheme) => ({ scheme, ratio: contrast(tokenOf(name)[scheme], tokenOf(ground)[scheme]) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ scheme, ratio }) => `${name} on ${ground}, ${scheme}: ${ratio.toFixed(2)}`),
    ),
  );

describe('the contrast of the page', () => {
  it('is computed by WCAG', () => {
    const white = readOklch('oklch(100% 0 0)');
    expect(contrast(white, readOklch('oklch(0% 0 0)'))).toBeCloseTo(21, 4);
    // Pure red and pure blue of sRGB.
    expect(contrast(white, readOklch('oklch(62.7955% 0.257683 29.2339)'))).toBeCloseTo(1.05 / 0.2626, 2);
    expect(contrast(white, readOklch('oklch(45.2014% 0.313214 264.052)'))).toBeCloseTo(1.05 / 0.1222, 2);
  });

  it('is at least 4.5 for text, light and dark', () => {
    expect(lessThan(4.5, text)).toEqual([]);
  });

  it('is at least 3 for the edges of controls, marks of states and the focus', () => {
    expect(lessThan(3, edges)).toEqual([]);
  });

  it('is at least 3 for the colour of each stage', () => {
    const rules = sheets.flatMap(({ text: sheet }) => [
      ...sheet.matchAll(/light-dark\(oklch\(([^)]*) var\(--hue, 255\)\), oklch\(([^)]*) var\(--hue, 255\)\)\)/g),
    ]);
    expect(rules.length).toBeGreaterThan(0);
    const hues = Array.from({ length: 96 }, (_, index) => 170 + index);
    const faint = rules.flatMap(([, light = '', dark = '']) =>
      hues.flatMap((hue) =>
        surfaces.filter((ground) =>
          schemes.some((scheme) => {
            const stage = readOklch(`oklch(${scheme === 'light' ? light : dark} ${hue})`);
            return contrast(stage, tokenOf(ground)[scheme]) < 3;
          }),
        ),
      ),
    );
    expect(faint).toEqual([]);
  });

  it('is known for every colour: text has those of the table, and all are within sRGB', () => {
    const used = sheets.flatMap(({ text: sheet }) => [...sheet.matchAll(/(?<![-\w])color: var\(--([a-z\d-]+)\)/g)]);
    expect([...new Set(used.map(([, name = '']) => name))].filter((name) => !(name in text))).toEqual([]);
    const outside = [...tokens].filter(([, token]) =>
      schemes.some((scheme) => linearOf(token[scheme]).some((light) => light < -0.001 || light > 1.001)),
    );
    expect(outside.map(([name]) => name)).toEqual([]);
    const colours = tokenSheet.match(/--[a-z\d-]+: light-dark/g) ?? [];
    expect(tokens.size).toBe(colours.length);
  });
});
