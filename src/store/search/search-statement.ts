import { LRUCache } from 'lru-cache';
import type { Resource } from '../../resources/resource.ts';
import type { Param } from '../../database/engine.ts';
import { alike } from './search-alike.ts';
import { type Frame, ofAccount, older } from './search-frame.ts';
import { literal } from './search-literal.ts';
import { named, terms, throughOf } from './search-matches.ts';
import type { SearchWord } from './search-words.ts';

/** A search of one resource for words. */
export interface Search {
  readonly resource: Resource;
  readonly words: readonly SearchWord[];
  /** Conditions over `t`; their parameters are `$1` …, the account first. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
}

/** The requested range of the matches: `start` is included, `end` is excluded. */
export interface Reach {
  readonly start: number;
  readonly end: number;
}

/** The number of matches, from the first, that clients can read. */
export const searchable = 1000;

/** The possible limits of a search. They are part of the text: a kept plan would have to guess a parameter's value. */
const reaches = [11, 26, 51, 101, 201, 501];

const mostTexts = 200;
/** The statement texts, by all their inputs. */
const texts = new LRUCache<string, string>({ max: mostTexts });

/**
 * The result of a statement: `literal` for the rows that have every word literally, `alike` for the other rows that
 * have the words in similar spellings, `count` for the number of literal rows, exact if they do not reach the end.
 */
export type Found = 'literal' | 'alike' | 'count';

/** Whether any word may be a misspelling. */
export const isMistakable = ({ words }: Search): boolean => words.some(({ term }) => term !== null);

/** The select that picks rows of the table, newest first, with their `search_place`; or only the `count`. */
export function searchStatement(search: Search, found: Found, reach: Reach): { sql: string; parameters: Param[] } {
  const { resource, words, conditions } = search;
  const parameters = [...search.parameters];
  // The `select` hides the value from the planner: a generic plan is as good as one for these words, and is kept.
  const holder = (value: Param, type: string): string => `(select $${parameters.push(value)}::${type})`;
  // The longest words are usually the rarest, and the statement searches by the first words.
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
  const sql = texts.get(key) ?? `${partsOf(frame, found)}\n${picked}`;
  texts.set(key, sql);
  return { sql, parameters };
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
