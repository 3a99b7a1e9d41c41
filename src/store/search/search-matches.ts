import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import { everyKey, partKey } from '../rows/search-text.ts';
import type { SearchWord } from './search-words.ts';

/** A word in the statement: its number, its comparison, and its parameters as SQL. */
export interface Asked {
  readonly at: number;
  readonly compare: SearchWord['compare'];
  readonly text: string;
  readonly inWord: string;
  /** The keys of its whole words as an array, if the resource has a long text. */
  readonly whole: { readonly keys: string; readonly count: number } | null;
  readonly term: string | null;
}

/** A family through which a search finds rows, and the column that refers to it. */
export interface Through {
  readonly column: string;
  readonly family: Resource;
}

export const throughOf = ({ fields, searched }: Resource): Through[] =>
  (searched?.through ?? []).flatMap((name) => {
    const field = fields[name];
    return field?.kind === 'reference' ? [{ column: `${name}_id`, family: resourceOf(field.to) }] : [];
  });

/**
 * Compares the account without an index on it, where the word indexes must serve. A planner without statistics, as in
 * the embedded engine most of the time, would otherwise prefer any index that begins with the account.
 */
export const withinAccount = (alias: string): string => `${alias}.account_id is not distinct from $1::bigint`;

const contains = (column: string, { compare, text }: Asked): string =>
  compare === 'like' ? `${column} like ${text}` : `strpos(${column}, ${text}) > 0`;

/** The first line of a search text: the name by which other records refer to this one. */
const title = (alias: string): string => `split_part(${alias}.search_text, E'\\n', 1)`;

/**
 * `terms_<word>`: the families' terms that contain a word, with their keys. `keys_<word>`: these keys together, in one
 * column for each family.
 */
export const terms = (resource: Resource, { at, compare, inWord }: Asked): string => `terms_${at} as materialized (
  select s.resource, '${partKey('')}' || s.term as key from search_terms s
  where ${withinAccount('s')} and s.resource in (${familyNames(resource)})
    and ${compare === 'like' ? `s.term like ${inWord}` : `strpos(s.term, ${inWord}) > 0`}
),
${keysTogether(resource, `keys_${at}`, `terms_${at}`)}`;

const familiesOf = (resource: Resource): Resource[] => [resource, ...throughOf(resource).map(({ family }) => family)];

const familyNames = (resource: Resource): string =>
  familiesOf(resource)
    .map(({ plural }) => `'${plural}'`)
    .join(', ');

/** Words in more terms are found by checking rows: the time of the index grows with the square of the keys. */
const mostKeys = 300;

const keysTogether = (resource: Resource, name: string, part: string): string => `${name} as materialized (
  select ${familiesOf(resource)
    .map(({ plural }) => `${keysAmong(plural, part)} as ${plural}`)
    .join(', ')}
)`;

/** The keys of a family as an array; null if there are none, and the key of every row if there are too many. */
const keysAmong = (plural: string, part: string): string => `(
    select case when count(*) <= ${mostKeys} then array_agg(key) else '{${everyKey}}' end
    from (select key from ${part} where resource = '${plural}' limit ${mostKeys + 1}) keys
  )`;

/**
 * The keys of a family in a part of the statement. If they are the key of every row, the caller must also check the
 * rows that it finds.
 */
export const keysOf = ({ plural }: Resource, keys: string): string => `(select ${plural} from ${keys})`;

/** Whether a family has too many terms with a word for its index. */
export const isEverywhere = (resource: Resource, { at }: Asked): string =>
  `coalesce(${keysOf(resource, `keys_${at}`)} = '{${everyKey}}', false)`;

/** `named_<word>`: the records that have a word in their name. */
export const named = ({ family }: Through, word: Asked): string => `named_${word.at} as materialized (
  select n.id from ${family.plural} n
  where ${withinAccount('n')} and n.search_keys && ${keysOf(family, `keys_${word.at}`)} and ${contains(title('n'), word)}
)`;

/** The condition that a row of `t` has a word, checked row by row. */
export const hasWord =
  (resource: Resource) =>
  (word: Asked): string => {
    const ways = [
      contains('t.search_text', word),
      ...(word.whole === null ? [] : [`t.search_keys @> ${word.whole.keys}`]),
      ...throughOf(resource).map(({ column }) => `t.${column} in (select id from named_${word.at})`),
    ];
    return `(${ways.join(' or ')})`;
  };

/** The minimum similarity to a word that is a term; for other words, the minimum share of the best similarity. */
const likeKnown = 0.5;
const ofLikest = 0.75;
const mostTerms = 8;

/** `near_<word>`: the terms similar to a word, without those that contain it, which the literal search finds. */
export function near(resource: Resource, { at, text, term }: Asked): string[] {
  return [
    `near_${at} as materialized (
  select resource, '%' || term || '%' as pattern from (
    select s.resource, s.term, similarity(s.term, ${term}) as likeness,
      max(similarity(s.term, ${term})) over () as most, bool_or(s.term = ${term}) over () as known
    from search_terms s
    where ${withinAccount('s')} and s.resource in (${familyNames(resource)}) and s.is_word and s.term % ${term}
  ) s
  where likeness >= case when known then ${likeKnown} else ${ofLikest} * most end and term not like ${text}
  group by resource, term, likeness order by likeness desc, term limit ${mostTerms}
)`,
    `near_terms_${at} as materialized (
  select s.resource, '${partKey('')}' || s.term as key from near_${at} near
  join search_terms s on ${withinAccount('s')} and s.resource = near.resource and s.term like near.pattern
)`,
    keysTogether(resource, `near_keys_${at}`, `near_terms_${at}`),
  ];
}

/** `near_named_<word>`: the records that have one of the similar terms in their name. */
export const nearNamed = ({ family }: Through, { at }: Asked): string => `near_named_${at} as materialized (
  select n.id from ${family.plural} n
  where ${withinAccount('n')} and n.search_keys && ${keysOf(family, `near_keys_${at}`)}
    and ${title('n')} like any(array(select pattern from near_${at} where resource = '${family.plural}'))
)`;

/** The condition that a row of `t` has a word literally or in a similar spelling, checked row by row. */
export const hasNearly =
  (resource: Resource) =>
  (word: Asked): string => {
    const literally = hasWord(resource)(word);
    if (word.term === null) return literally;
    const own = `t.search_text like any(array(select pattern from near_${word.at} where resource = '${resource.plural}'))`;
    const names = throughOf(resource).map(({ column }) => `t.${column} in (select id from near_named_${word.at})`);
    return `(${[literally, own, ...names].join(' or ')})`;
  };
