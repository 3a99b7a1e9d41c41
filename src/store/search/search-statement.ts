import { LRUCache } from 'lru-cache';
import type { Resource } from '../../resources/resource.ts';
import type { Param } from '../../database/engine.ts';
import { isMistakable, isTerm, otherSpellings, quotedLexeme } from '../rows/search-words.ts';
import {
  apartQuery,
  forms,
  lexemesPart,
  near,
  ownersParts,
  queriesPart,
  type SearchedWord,
  throughOf,
} from './search-matches.ts';
import { foundPart, indexed, steps } from './search-ways.ts';

/** A search of one resource for words. */
export interface WordSearch {
  readonly resource: Resource;
  readonly words: readonly string[];
  /** Conditions over `t`; their parameters are `$1` …, the account first. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
}

/** The requested range of the matches: `start` is included, `end` is excluded. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

const mostTexts = 200;
/** The statement texts, by all their inputs. */
const texts = new LRUCache<string, string>({ max: mostTexts });

/** Whether any word may be a misspelling. */
export const hasMistakable = ({ words }: WordSearch): boolean => words.some(isMistakable);

/**
 * The select that picks rows of the table with their `search_place`: rank A before B before C, newest first in each.
 * @param literal without it, the rows have every word literally. With it, words may have similar spellings, and the
 *   rows with these ids are left out.
 */
export function searchStatement(
  search: WordSearch,
  reach: MatchRange,
  literal?: readonly string[],
): { sql: string; parameters: Param[] } {
  const { resource, conditions } = search;
  const parameters = [...search.parameters];
  // The `select` hides the value from the planner: a generic plan is as good as one for these words, and is kept.
  const holder = (value: Param, type: string): string => `(select $${parameters.push(value)}::${type})`;
  const accountId = String(parameters[0]);
  const lexeme = (word: string): string => `'${accountId}:${quotedLexeme(word)}':`;
  const spellings = (word: string, before: readonly string[]): Pick<SearchedWord, 'lexemes' | 'terms' | 'apart'> => {
    const { beginnings, wholes, parts } = otherSpellings(word, before);
    const all = [word, ...beginnings];
    const others = all.filter((one) => !isTerm(one));
    const query = (weights: string): string => holder(parts && apartQuery(parts.map(lexeme), weights), 'text');
    return {
      lexemes: holder([...others.map((one) => `${lexeme(one)}*`), ...wholes.map(lexeme)], 'text[]'),
      terms: holder(all.filter(isTerm), 'text[]'),
      apart: { a: query(forms.a), b: query(forms.b), any: query(forms.any) },
    };
  };
  const words = search.words
    .map((word, index) => ({ word, before: search.words.slice(0, index) }))
    .toSorted((one, other) => other.word.length - one.word.length)
    .map(({ word, before }, at) => ({
      at,
      ...spellings(word, before),
      mistakable: literal === undefined ? null : holder(isMistakable(word) ? word : null, 'text'),
    }));
  const [start, end] = [holder(reach.start, 'bigint'), holder(reach.end, 'bigint')];
  const unseen = literal === undefined ? [] : [`t.id not in (select unnest(${holder(literal, 'bigint[]')}))`];
  const key = JSON.stringify([resource.plural, words, conditions, literal === undefined]);
  const sql = texts.get(key) ?? textOf(resource, { words, conditions: [...conditions, ...unseen], start, end });
  texts.set(key, sql);
  return { sql, parameters };
}

interface StatementParts {
  readonly words: readonly SearchedWord[];
  readonly conditions: readonly string[];
  readonly start: string;
  readonly end: string;
}

function textOf(resource: Resource, { words, conditions, start, end }: StatementParts): string {
  const mistakable = words.filter((word) => word.mistakable !== null);
  const through = throughOf(resource);
  const known = mistakable.map(({ at }) => `exists (select from near_${at})`).join(' or ');
  const frame = { resource, words, conditions, enough: end, gate: known === '' ? 'true' : `(${known})` };
  const parts = [
    ...mistakable.map((word) => near(resource, word)),
    ...words.map((word) => lexemesPart(resource, word)),
    queriesPart(resource, words),
    ...(through === null ? [] : ownersParts(through, words)),
    steps(frame),
    indexed(frame),
    foundPart,
  ];
  return `with recursive ${parts.join(',\n')}
select t.*, placed.place as search_place from (
  select id, row_number() over (order by rank, created_at desc, id desc) as place from found
) placed
join ${resource.plural} t on t.account_id = $1::bigint and t.id = placed.id
where placed.place > ${start} and placed.place <= ${end}`;
}
