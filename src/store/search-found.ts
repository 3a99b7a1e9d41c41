import type { Resource } from '../resources/resource.ts';
import { type Asked, hasWord, keysOf, throughOf } from './search-matches.ts';

/** So many words are looked for together, in each way that a row can have them; the others are judged row by row. */
const mostTogether = 3;

/**
 * The rows of `t` that have every word, in a form in which the indexes find them: one alternative for each way in which
 * a row can have the words, of which the indexes know every part. So no plan has to guess which word is the rarest, and
 * one plan is good for all words. @param months what selects the keys of the months in one of which they must have been made.
 */
export function foundByWords(resource: Resource, asked: readonly Asked[], months?: string): string {
  const [together, others] = [asked.slice(0, mostTogether), asked.slice(mostTogether)];
  const inTime: Part[] =
    months === undefined ? [] : [{ operator: '&&', keys: (arm) => `(select ${months} where ${arm} = ${arm})` }];
  const ways = [
    ...ownWays(resource, together).map(keyedWay(inTime)),
    ...throughOf(resource).flatMap(({ column }) => namedWays(resource, column, together, inTime)),
  ];
  const beside = others.map(hasWord(resource));
  return ways.map((way, arm) => `(${[...way(arm), ...beside].join(' and ')})`).join('\n      or ');
}

/** The conditions of a way in which a row can have words, as an arm of an `or`. */
type Way = (arm: number) => string[];

/** Keys of which a row has one, or all. */
interface Part {
  readonly operator: '&&' | '@>';
  readonly keys: (arm: number) => string;
}

/**
 * @param only a condition without which nothing is looked for. It stands at the first of the keys alone: none has a part
 *   of what is null.
 */
const keyedWay =
  (inTime: readonly Part[], only?: string) =>
  (parts: readonly Part[]): Way =>
  (arm) =>
    [...parts, ...inTime].map(({ operator, keys }, index) => {
      const wanted = only === undefined || index > 0 ? keys(arm) : `case when ${only} then ${keys(arm)} end`;
      return `t.search_keys ${operator} ${wanted}`;
    });

/** Each way in which a row can have words itself. */
const ownWays = (resource: Resource, words: readonly Asked[]): Part[][] =>
  words.reduce<Part[][]>(
    (combined, word) => combined.flatMap((so) => ownKeys(resource, word).map((keys) => [...so, keys])),
    [[]],
  );

/** The keys of which a row has one if it has the word in a short text, or all if it has it in its long text. */
function ownKeys(resource: Resource, { at, whole }: Asked): Part[] {
  const parts = (arm: number): string => keysOf(resource, `keys_${at}`, arm);
  if (whole?.count === 1) return [{ operator: '&&', keys: (arm) => `(${parts(arm)} || ${whole.keys})` }];
  return [
    { operator: '&&', keys: parts },
    ...(whole === null ? [] : [{ operator: '@>', keys: () => whole.keys } satisfies Part]),
  ];
}

/** Each way in which a row can have some of the words by the record that it belongs to, and the others itself. */
const namedWays = (resource: Resource, column: string, words: readonly Asked[], inTime: readonly Part[]): Way[] =>
  subsets(words).flatMap((byName) => {
    const names = byName.map(({ at }) => `select id from named_${at}`).join(' intersect ');
    const others = words.filter((word) => !byName.includes(word));
    return ownWays(resource, others)
      .map(keyedWay(inTime, `exists (${names})`))
      .map(
        (own): Way =>
          (arm) => ['t.account_id = $1::bigint', `t.${column} = any(array(${names}))`, ...own(arm)],
      );
  });

/**
 * The rows of `t` that have a word in a spelling near it and may have the others: themselves, which the index knows, or
 * by the record that they belong to, where any of those is called so. One arm of an `or` for each such word.
 */
export function foundNear(resource: Resource, word: Asked, others: readonly Asked[]): string {
  const near = keysOf(resource, `near_keys_${word.at}`);
  const beside = others.map((other) => `t.search_keys && (${anyKeys(resource, other, word.at).join(' || ')})`);
  const own = [`t.search_keys && ${near}`, ...beside].join(' and ');
  const named = others.flatMap(namedParts(resource)).map((part) => `exists (select from ${part})`);
  return named.length === 0 ? own : `(${own} or t.search_keys && case when ${named.join(' or ')} then ${near} end)`;
}

/** The keys of which a row has one if it has a word in any spelling itself. @param arm as of `keysOf`. */
const anyKeys = (resource: Resource, { at, whole, term }: Asked, arm: number): string[] => [
  keysOf(resource, `keys_${at}`, arm),
  ...(whole === null ? [] : [whole.keys]),
  ...(term === null ? [] : [keysOf(resource, `near_keys_${at}`, arm)]),
];

/** The parts of the statement with the records by which a row may have a word in any spelling. */
const namedParts =
  (resource: Resource) =>
  ({ at, term }: Asked): string[] =>
    throughOf(resource).flatMap(() => [`named_${at}`, ...(term === null ? [] : [`near_named_${at}`])]);

/** The selections of some of the words, or all. */
const subsets = (words: readonly Asked[]): Asked[][] =>
  words.reduce<Asked[][]>((some, word) => [...some, ...some.map((one) => [...one, word])], [[]]).slice(1);
