import type { Resource } from '../resources/resource.ts';
import type { Param } from './engine.ts';
import { Recent } from './recent.ts';
import { alike } from './search-alike.ts';
import { type Frame, ofAccount, older } from './search-frame.ts';
import { literal } from './search-literal.ts';
import { named, terms, throughOf } from './search-matches.ts';
import type { SearchWord } from './search-words.ts';

/** What is searched, and for what. */
export interface Search {
  readonly resource: Resource;
  readonly words: readonly SearchWord[];
  /** Over `t`; their parameters are `$1` …, the account first. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
}

/** Which of the rows found are wanted: from one place up to, and without, another. */
export interface Reach {
  readonly start: number;
  readonly end: number;
}

/** How many rows of what is found can be read, from the first. */
export const searchable = 1000;

/** So many are looked for at once. In a parameter the number would leave a plan that is kept to guess at it. */
const reaches = [11, 26, 51, 101, 201, 501];

const mostTexts = 200;
/** By all that they are made of. */
const texts = new Recent<string, string>(mostTexts);

/**
 * What a statement finds: the rows that have every word `literal`ly; those that do not, but have them in spellings
 * `alike`; or the `count` of the literal ones, which is exact where they do not reach the end.
 */
export type Found = 'literal' | 'alike' | 'count';

/** Whether any word may be another spelling of what the rows have. */
export const isMistakable = ({ words }: Search): boolean => words.some(({ term }) => term !== null);

/** The select that picks rows of the table, newest first, with their `search_place`; or `count` alone. */
export function searchStatement(search: Search, found: Found, reach: Reach): { sql: string; parameters: Param[] } {
  const { resource, words, conditions } = search;
  const parameters = [...search.parameters];
  // Behind a select no plan looks at the value: one that is made for all words is as good as one for these, and kept.
  const holder = (value: Param, type: string): string => `(select $${parameters.push(value)}::${type})`;
  // The longest words are mostly the rarest, and the first ones lead.
  const longestFirst = words.toSorted((one, other) => other.inWord.length - one.inWord.length);
  const asked = longestFirst.map(({ compare, text, inWord, whole, term }, at) => ({
    at,
    compare,
    text: holder(text, 'text'),
    inWord: holder(inWord, 'text'),
    whole:
      whole.length > 0 && resource.searched?.words !== undefined
        ? { keys: holder(whole, 'text[]'), count: whole.length }
        : null,
    term: term === null || found !== 'alike' ? null : holder(term, 'text'),
  }));
  const picked =
    found === 'count'
      ? 'select count(*)::integer as count from literal'
      : pickedFrom(resource, found, [holder(reach.start, 'bigint'), holder(reach.end, 'bigint')]);
  const frame = { resource, asked, conditions, enough: reaches.find((most) => most >= reach.end) ?? searchable };
  const key = JSON.stringify([found, resource.plural, asked, conditions, frame.enough]);
  return { sql: texts.getOr(key, () => `${partsOf(frame, found)}\n${picked}`), parameters };
}

const partsOf = (frame: Frame, found: Found): string =>
  `with ${[older(frame), ...wordParts(frame), ...(found === 'alike' ? alike(frame) : literal(frame))].join(',\n')}`;

const wordParts = ({ resource, asked }: Frame): string[] => [
  ...asked.map((word) => terms(resource, word)),
  ...throughOf(resource).flatMap((through) => asked.map((word) => named(through, word))),
];

const pickedFrom = ({ plural }: Resource, part: string, [start, end]: readonly [string, string]): string =>
  `select t.*, placed.place as search_place from (
  select id, row_number() over (order by created_at desc, id desc) as place from ${part}
) placed
join ${plural} t on ${ofAccount} and t.id = placed.id
where placed.place > ${start} and placed.place <= ${end}`;
