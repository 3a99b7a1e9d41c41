import { resourceOf } from '../resources/index.ts';
import type { Resource } from '../resources/resource.ts';
import { everyKey, partKey } from './search-text.ts';
import type { SearchWord } from './search-words.ts';

/** A word in the statement: its number, how it is compared, and its parameters as SQL. */
export interface Asked {
  readonly at: number;
  readonly compare: SearchWord['compare'];
  readonly text: string;
  readonly inWord: string;
  /** The keys of its whole words as an array, where the resource has a long text. */
  readonly whole: { readonly keys: string; readonly count: number } | null;
  readonly term: string | null;
}

/** A family through which rows are found, and the column that names one of it. */
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
 * Names the account where the indexes of words have to serve: a planner without statistics, as the embedded one mostly
 * is, would take any index that begins with the account for the better one.
 */
export const withinAccount = (alias: string): string => `${alias}.account_id is not distinct from $1::bigint`;

const contains = (column: string, { compare, text }: Asked): string =>
  compare === 'like' ? `${column} like ${text}` : `strpos(${column}, ${text}) > 0`;

/** The first line of a search text: what a record is called by those that belong to it. */
const title = (alias: string): string => `split_part(${alias}.search_text, E'\\n', 1)`;

/**
 * The terms of the families that have a word, with the keys by which their rows have them: `terms_<word>`; and the keys
 * together, a column for each family: `keys_<word>`.
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

/** What so many terms have is looked for by judging rows: an index takes as much longer for each as there are others. */
const mostKeys = 300;

const keysTogether = (resource: Resource, name: string, part: string): string => `${name} as materialized (
  select ${familiesOf(resource)
    .map(({ plural }) => `${keysAmong(plural, part)} as ${plural}`)
    .join(', ')}
)`;

/** The keys of a family as an array, null where there are none; the key of every row where they are too many. */
const keysAmong = (plural: string, part: string): string => `(
    select case when count(*) <= ${mostKeys} then array_agg(key) else '{${everyKey}}' end
    from (select key from ${part} where resource = '${plural}' limit ${mostKeys + 1}) keys
  )`;

/**
 * The keys of a family that a part of the statement has together. Where they are the key of every row, who asks must
 * judge besides what is found.
 */
export const keysOf = ({ plural }: Resource, keys: string): string => `(select ${plural} from ${keys})`;

/** Whether a word is in too many terms of a family for its index. */
export const isEverywhere = (resource: Resource, { at }: Asked): string =>
  `coalesce(${keysOf(resource, `keys_${at}`)} = '{${everyKey}}', false)`;

/** The records that have a word in what they are called: `named_<word>`. */
export const named = ({ family }: Through, word: Asked): string => `named_${word.at} as materialized (
  select n.id from ${family.plural} n
  where ${withinAccount('n')} and n.search_keys && ${keysOf(family, `keys_${word.at}`)} and ${contains(title('n'), word)}
)`;

/** Whether a row of `t` has a word, judged row by row. */
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

/** So much like a word that is a term itself must another be; where it is none, as much as this part of the likest. */
const likeKnown = 0.5;
const ofLikest = 0.75;
const mostTerms = 8;

/** The terms that a word may be another spelling of; those that contain it are found literally: `near_<word>`. */
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

/** The records that have one of those terms in what they are called: `near_named_<word>`. */
export const nearNamed = ({ family }: Through, { at }: Asked): string => `near_named_${at} as materialized (
  select n.id from ${family.plural} n
  where ${withinAccount('n')} and n.search_keys && ${keysOf(family, `near_keys_${at}`)}
    and ${title('n')} like any(array(select pattern from near_${at} where resource = '${family.plural}'))
)`;

/** Whether a row of `t` has a word literally or in a spelling near it, judged row by row. */
export const hasNearly =
  (resource: Resource) =>
  (word: Asked): string => {
    const literally = hasWord(resource)(word);
    if (word.term === null) return literally;
    const own = `t.search_text like any(array(select pattern from near_${word.at} where resource = '${resource.plural}'))`;
    const names = throughOf(resource).map(({ column }) => `t.${column} in (select id from near_named_${word.at})`);
    return `(${[literally, own, ...names].join(' or ')})`;
  };
