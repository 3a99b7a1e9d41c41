import type { Resource } from '../resources/resource.ts';
import { type Asked, hasWord, keysOf, throughOf } from './search-matches.ts';

/** So many words are looked for together, in each way that a row can have them; the others are judged row by row. */
const mostTogether = 3;

/**
 * What the ways in which a row can have words are made of, for all of them at once: `keys_<word>`, `whole_<word>`, and
 * `named_<words>`, the records by which it can have those words together. It stands once in a statement, since each
 * `select` within a way would be a part of the plan, set up before any row is looked for.
 */
export function waysPart(resource: Resource, asked: readonly Asked[]): string {
  const columns = together(asked).flatMap(({ at, whole }) => [
    `${keysOf(resource, `keys_${at}`)} as keys_${at}`,
    ...(whole === null ? [] : [`${whole.keys} as whole_${at}`]),
  ]);
  const named = throughOf(resource).flatMap(() =>
    subsets(together(asked)).map((words) => {
      const ids = words.map(({ at }) => `select id from named_${at}`).join(' intersect ');
      return `array(${ids}) as ${namedColumn(words)}`;
    }),
  );
  return `ways as materialized (\n  select ${[...columns, ...named].join(', ')}\n)`;
}

const together = (asked: readonly Asked[]): readonly Asked[] => asked.slice(0, mostTogether);

const namedColumn = (words: readonly Asked[]): string => `named_${words.map(({ at }) => at).join('_')}`;

/**
 * The rows of `t` that have every word, in a form in which the indexes find them: one alternative for each way in which
 * a row can have the words, of which the indexes know every part. So no plan has to guess which word is the rarest, and
 * one plan is good for all words. Stands beside `ways`.
 * @param months the keys of the months in one of which they must have been made.
 */
export function foundByWords(resource: Resource, asked: readonly Asked[], months?: string): string {
  const inTime: Part[] = months === undefined ? [] : [{ operator: '&&', keys: (arm) => inArm(months, arm) }];
  const ways = [
    ...ownWays(together(asked)).map(keyedWay(inTime)),
    ...throughOf(resource).flatMap(({ column }) => namedWays(column, together(asked), inTime)),
  ];
  const beside = asked.slice(mostTogether).map(hasWord(resource));
  return ways.map((way, arm) => `(${[...way(arm), ...beside].join(' and ')})`).join('\n      or ');
}

/**
 * Tells what is asked for in several arms of an `or` apart: of what all of them have in common, Postgres would make a
 * condition of its own, and might look for that alone. Where there are no keys it is one that no row has.
 */
const inArm = (keys: string, arm: number): string => `coalesce(${keys}, '{${arm}}')`;

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
const ownWays = (words: readonly Asked[]): Part[][] =>
  words.reduce<Part[][]>(
    (combined, word) => combined.flatMap((so) => ownKeys(word).map((keys) => [...so, keys])),
    [[]],
  );

/** The keys of which a row has one if it has the word in a short text, or all if it has it in its long text. */
function ownKeys({ at, whole }: Asked): Part[] {
  const parts = (arm: number): string => inArm(`ways.keys_${at}`, arm);
  if (whole?.count === 1) return [{ operator: '&&', keys: (arm) => `(${parts(arm)} || ways.whole_${at})` }];
  return [
    { operator: '&&', keys: parts },
    ...(whole === null ? [] : [{ operator: '@>', keys: () => `ways.whole_${at}` } satisfies Part]),
  ];
}

/** Each way in which a row can have some of the words by the record that it belongs to, and the others itself. */
const namedWays = (column: string, words: readonly Asked[], inTime: readonly Part[]): Way[] =>
  subsets(words).flatMap((byName) => {
    const names = `ways.${namedColumn(byName)}`;
    const others = words.filter((word) => !byName.includes(word));
    return ownWays(others)
      .map(keyedWay(inTime, `${names} <> '{}'`))
      .map(
        (own): Way =>
          (arm) => ['t.account_id = $1::bigint', `t.${column} = any(${names})`, ...own(arm)],
      );
  });

/**
 * The rows of `t` that have a word in a spelling near it and may have the others: themselves, which the index knows, or
 * by the record that they belong to, where any of those is called so. One arm of an `or` for each such word.
 */
export function foundNear(resource: Resource, word: Asked, others: readonly Asked[]): string {
  const near = keysOf(resource, `near_keys_${word.at}`);
  const beside = others.map((other) => `t.search_keys && ${inArm(anyKeys(resource, other).join(' || '), word.at)}`);
  const own = [`t.search_keys && ${near}`, ...beside].join(' and ');
  const named = others.flatMap(namedParts(resource)).map((part) => `exists (select from ${part})`);
  return named.length === 0 ? own : `(${own} or t.search_keys && case when ${named.join(' or ')} then ${near} end)`;
}

/** The keys of which a row has one if it has a word in any spelling itself. */
const anyKeys = (resource: Resource, { at, whole, term }: Asked): string[] => [
  keysOf(resource, `keys_${at}`),
  ...(whole === null ? [] : [whole.keys]),
  ...(term === null ? [] : [keysOf(resource, `near_keys_${at}`)]),
];

/** The parts of the statement with the records by which a row may have a word in any spelling. */
const namedParts =
  (resource: Resource) =>
  ({ at, term }: Asked): string[] =>
    throughOf(resource).flatMap(() => [`named_${at}`, ...(term === null ? [] : [`near_named_${at}`])]);

/** The selections of some of the words, or all. */
const subsets = (words: readonly Asked[]): Asked[][] =>
  words.reduce<Asked[][]>((some, word) => [...some, ...some.map((one) => [...one, word])], [[]]).slice(1);
