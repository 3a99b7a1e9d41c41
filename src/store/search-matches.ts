import { resourceOf } from '../resources/index.ts';
import type { Resource } from '../resources/resource.ts';
import type { SearchWord } from './search-words.ts';

/** A word in the statement: its number, how it is compared, and its parameters as SQL. */
export interface Asked {
  readonly at: number;
  readonly compare: SearchWord['compare'];
  readonly text: string;
  readonly whole: string | null;
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

/** The records that have a word in what they are called: `named_<column>_<word>`. */
export const named = ({ column, family }: Through, word: Asked): string => `named_${column}_${word.at} as materialized (
  select n.id from ${family.plural} n
  where ${withinAccount('n')} and ${contains('n.search_text', word)} and ${contains(title('n'), word)}
)`;

/** Whether a row of `t` has a word; `found`: in a form that the indexes find rows by, `judged`: row by row. */
export const hasWord =
  (resource: Resource, way: 'found' | 'judged') =>
  (word: Asked): string => {
    const ways = [
      contains('t.search_text', word),
      ...(word.whole === null ? [] : [`t.search_words @> ${word.whole}`]),
      ...throughOf(resource).map(({ column }) => {
        const ids = `select id from named_${column}_${word.at}`;
        return way === 'judged'
          ? `t.${column} in (${ids})`
          : `t.account_id = $1::bigint and t.${column} = any(array(${ids}))`;
      }),
    ];
    return `(${ways.join(' or ')})`;
  };

/** So much like a word that is a term itself must another be; where it is none, as much as this part of the likest. */
const likeKnown = 0.5;
const ofLikest = 0.75;
const mostTerms = 8;

/** The terms that a word may be another spelling of; those that contain it are found literally: `near_<word>`. */
export function near(resource: Resource, { at, text, term }: Asked, where: string): string {
  const families = [resource, ...throughOf(resource).map(({ family }) => family)].map(({ plural }) => `'${plural}'`);
  return `near_${at} as materialized (
  select resource, '%' || term || '%' as pattern from (
    select s.resource, s.term, similarity(s.term, ${term}) as likeness,
      max(similarity(s.term, ${term})) over () as most, bool_or(s.term = ${term}) over () as known
    from search_terms s
    where ${where} and ${withinAccount('s')} and s.resource in (${families.join(', ')}) and s.term % ${term}
  ) s
  where likeness >= case when known then ${likeKnown} else ${ofLikest} * most end and term not like ${text}
  group by resource, term, likeness order by likeness desc, term limit ${mostTerms}
)`;
}

/** The records that have one of those terms in what they are called: `near_<column>_<word>`. */
export const nearNamed = ({ column, family }: Through, { at }: Asked): string => `near_${column}_${at} as materialized (
  select distinct n.id from near_${at} near
  join ${family.plural} n on ${withinAccount('n')} and n.search_text like near.pattern and ${title('n')} like near.pattern
  where near.resource = '${family.plural}'
)`;

/** Whether a row of `t` has a word literally or in a spelling near it, judged row by row. */
export const hasNearly =
  (resource: Resource) =>
  (word: Asked): string => {
    const literally = hasWord(resource, 'judged')(word);
    if (word.term === null) return literally;
    const own = `t.search_text like any(array(select pattern from near_${word.at} where resource = '${resource.plural}'))`;
    const names = throughOf(resource).map(({ column }) => `t.${column} in (select id from near_${column}_${word.at})`);
    return `(${[literally, own, ...names].join(' or ')})`;
  };
