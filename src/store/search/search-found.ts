import type { Resource } from '../../resources/resource.ts';
import { type Asked, hasWord, keysOf, throughOf } from './search-matches.ts';

/** The number of words that the indexes look for together. The other words are checked row by row. */
const mostTogether = 3;

/**
 * The common inputs of all ways in which a row can have the words: `keys_<word>`, `whole_<word>`, and `named_<words>`,
 * the ids of the named records that have those words together. The statement contains this part once, because a
 * `select` inside each way would be a separate part of the plan, set up before the search for any row.
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
 * The condition of the rows of `t` that have every word, in a form that the indexes support: one alternative for each
 * way in which a row can have the words, and an index for every part of it. So no plan has to guess which word is the
 * rarest, and one plan serves all words. The condition needs `ways` in the same `from`.
 * @param months the keys of the months of creation to search, if limited.
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
 * Makes the keys of each arm of an `or` differ. Postgres would otherwise extract a condition that all arms share, and
 * might search by that condition alone. Without keys, the result is a key that no row has.
 */
const inArm = (keys: string, arm: number): string => `coalesce(${keys}, '{${arm}}')`;

/** The conditions of one way in which a row can have the words, as an arm of an `or`. */
type Way = (arm: number) => string[];

/** A condition that a row has one of some keys (`&&`), or all of them (`@>`). */
interface Part {
  readonly operator: '&&' | '@>';
  readonly keys: (arm: number) => string;
}

/**
 * @param only a condition without which the way finds no row. It applies only to the first keys: if they are null, no
 *   row matches.
 */
const keyedWay =
  (inTime: readonly Part[], only?: string) =>
  (parts: readonly Part[]): Way =>
  (arm) =>
    [...parts, ...inTime].map(({ operator, keys }, index) => {
      const wanted = only === undefined || index > 0 ? keys(arm) : `case when ${only} then ${keys(arm)} end`;
      return `t.search_keys ${operator} ${wanted}`;
    });

/** All ways in which a row itself can have the words. */
const ownWays = (words: readonly Asked[]): Part[][] =>
  words.reduce<Part[][]>(
    (combined, word) => combined.flatMap((so) => ownKeys(word).map((keys) => [...so, keys])),
    [[]],
  );

/** The keys of a word: a row has one of them for a word in a short text, or all of them for a word in its long text. */
function ownKeys({ at, whole }: Asked): Part[] {
  const parts = (arm: number): string => inArm(`ways.keys_${at}`, arm);
  if (whole?.count === 1) return [{ operator: '&&', keys: (arm) => `(${parts(arm)} || ways.whole_${at})` }];
  return [
    { operator: '&&', keys: parts },
    ...(whole === null ? [] : [{ operator: '@>', keys: () => `ways.whole_${at}` } satisfies Part]),
  ];
}

/** All ways in which a row has some of the words through the record that it belongs to, and the others itself. */
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
 * The condition of the rows of `t` that have a word in a similar spelling and may have the others. A row may have them
 * itself, which the index knows, or through the record that it belongs to, if any record has the word in its name.
 * Each word with similar spellings is one arm of an `or`.
 */
export function foundNear(resource: Resource, word: Asked, others: readonly Asked[]): string {
  const near = keysOf(resource, `near_keys_${word.at}`);
  const beside = others.map((other) => `t.search_keys && ${inArm(anyKeys(resource, other).join(' || '), word.at)}`);
  const own = [`t.search_keys && ${near}`, ...beside].join(' and ');
  const named = others.flatMap(namedParts(resource)).map((part) => `exists (select from ${part})`);
  return named.length === 0 ? own : `(${own} or t.search_keys && case when ${named.join(' or ')} then ${near} end)`;
}

/** The keys of a word in any spelling. A row that itself has the word has one of them. */
const anyKeys = (resource: Resource, { at, whole, term }: Asked): string[] => [
  keysOf(resource, `keys_${at}`),
  ...(whole === null ? [] : [whole.keys]),
  ...(term === null ? [] : [keysOf(resource, `near_keys_${at}`)]),
];

/** The statement's parts with the records through which a row may have a word in any spelling. */
const namedParts =
  (resource: Resource) =>
  ({ at, term }: Asked): string[] =>
    throughOf(resource).flatMap(() => [`named_${at}`, ...(term === null ? [] : [`near_named_${at}`])]);

/** All non-empty subsets of the words. */
const subsets = (words: readonly Asked[]): Asked[][] =>
  words.reduce<Asked[][]>((some, word) => [...some, ...some.map((one) => [...one, word])], [[]]).slice(1);
