import { describe, expect, it } from 'vitest';
import { hasWord, isSimilar } from '../../../src/web/finding/words.ts';
import { type MenuOption, sectionsOf } from '../../../src/web/shell/command-menu/options.ts';
import { placeOf } from '../../../src/web/shell/place-of.ts';

const option = (key: string, name = key): MenuOption => ({ key, name });

const offered = {
  numbered: [],
  recent: [option('/projects/7', 'Cedar Library'), option('/companies/3', 'Granite Health')],
  found: [{ name: 'Projects', options: [] as MenuOption[] }],
  commands: [
    { name: 'Actions', options: [option('make', 'New project')] },
    { name: 'Go to', options: [option('/projects', 'Projects')] },
  ],
};

const namesOf = (text: string, more: Partial<typeof offered> = {}) =>
  sectionsOf({ ...offered, ...more, text }).map(({ name, options }) => [name, ...options.map((one) => one.name)]);

describe('the command menu', () => {
  it('shows recent records and all commands until something is typed', () => {
    expect(namesOf('')).toEqual([
      ['Recent', 'Cedar Library', 'Granite Health'],
      ['Actions', 'New project'],
      ['Go to', 'Projects'],
    ]);
  });

  it('shows the project with the typed number first, and each record once', () => {
    const lab = option('/projects/9', 'North Lab');
    const other = option('/projects/7', 'Cedar Library');
    const found = [{ name: 'Projects', options: [lab, other] }];
    expect(namesOf('ced', { numbered: [lab] as never, found })).toEqual([
      ['Project number', 'North Lab'],
      ['Recent', 'Cedar Library'],
      ['Everything', 'Show all results for “ced”'],
    ]);
  });

  it('shows records before the commands that the text names', () => {
    const found = [{ name: 'Projects', options: [option('/projects/4', 'Project House')] }];
    expect(namesOf('proj', { found }).map(([name]) => name)).toEqual(['Projects', 'Actions', 'Go to', 'Everything']);
  });

  it('leads to all results with the text as it was typed', () => {
    const all = sectionsOf({ ...offered, text: 'R&D + lab' }).at(-1)?.options[0];
    expect(new URL(all?.href ?? '', 'http://page').searchParams.get('q')).toBe('R&D + lab');
  });
});

describe('a found record', () => {
  const record = { id: '7', name: 'Éclair Kitchen', company: { name: 'Granite Health' }, project_number: '26-0412' };

  it.each([
    ['eclair', false],
    ['GRANITE kitchen', false],
    ['26-0412', false],
    ['granit heath', true],
    ['eclaire', true],
  ])('is of similar spelling if it does not have all words: %s', (typed, expected) => {
    expect(isSimilar(record, typed)).toBe(expected);
  });

  it.each([
    ['lab', true],
    ['26', true],
    ['ü', true],
    [' – / ', false],
    ['', false],
  ])('is only looked for with a letter or a digit: “%s”', (text, expected) => {
    expect(hasWord(text)).toBe(expected);
  });
});

describe('the place to return to', () => {
  it('is a screen with its query', () => {
    expect(placeOf('/projects?amount[gt]=1000&sort=-amount#main')).toEqual({
      to: '/projects',
      search: { 'amount[gt]': '1000', sort: '-amount' },
    });
    expect(placeOf('/leads/7')).toEqual({ to: '/leads/7', search: {} });
  });

  it.each(['/', '/sign-in?next=/tasks', '/set-password', '/nowhere', '//elsewhere.example/projects', ''])(
    'is none of %s',
    (href) => {
      expect(placeOf(href)).toBeNull();
    },
  );
});
