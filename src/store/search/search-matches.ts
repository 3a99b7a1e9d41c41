import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';

/** A word in the statement: its number, and its parameters as SQL. */
export interface Sought {
  readonly at: number;
  /** The lexemes that begin with the word, as a `tsquery` to which weights can be added: `'17:school':*`. */
  readonly lexemes: string;
  /** The word to compare with similar spellings; null if the statement does not look for them. */
  readonly term: string | null;
}

/** The record through which a search finds a row: the column that refers to it, and its resource. */
export interface Through {
  readonly column: string;
  readonly owner: Resource;
}

export function throughOf({ fields, searched }: Resource): Through | null {
  const name = searched?.through ?? '';
  const field = fields[name];
  return field?.kind === 'reference' ? { column: `${name}_id`, owner: resourceOf(field.to) } : null;
}

/**
 * Compares the account without an index on it, where another index must serve. A planner without statistics, as in the
 * embedded engine most of the time, would otherwise prefer any index that begins with the account.
 */
export const withinAccount = (alias: string): string => `${alias}.account_id is not distinct from $1::bigint`;

/**
 * The forms of each word in `asked`, with the weights that they may have: the title, a text of rank A, of rank A or B,
 * any text.
 */
const forms = { title: 'A', a: 'AB', b: 'ABC', any: '' } as const;
type Form = keyof typeof forms;

export const asked = (form: Form, { at }: Sought): string => `(select ${form}_${at} from asked)`;

/** `asked`: the words as `tsquery`, in all forms; and the number of rows to find. */
export function askedPart(words: readonly Sought[], enough: string): string {
  const columns = words.flatMap((word) =>
    Object.entries(forms).map(([form, weights]) => `${queryOf(word, weights)}::tsquery as ${form}_${word.at}`),
  );
  return `asked as materialized (\n  select ${[...columns, `${enough} as enough`].join(',\n    ')}\n)`;
}

function queryOf({ at, lexemes, term }: Sought, weights: string): string {
  const literal = `${lexemes} || '${weights}'`;
  if (term === null) return `(${literal})`;
  return `concat_ws(' | ', ${literal}, (select string_agg(lexemes || '${weights}', ' | ') from near_${at}))`;
}

/** `named_<word>`: the records through which rows are found, by a word of their title. */
export const named = ({ owner }: Through, word: Sought): string => `named_${word.at} as materialized (
  select n.id from ${owner.plural} n where ${withinAccount('n')} and n.search @@ ${asked('title', word)}
)`;

const hasWord = (resource: Resource, form: 'b' | 'any', word: Sought): string => {
  const through = throughOf(resource);
  const own = `t.search @@ ${asked(form, word)}`;
  return through === null ? own : `(${own} or t.${through.column} in (select id from named_${word.at}))`;
};

/** The rank of a row of `t` that has every word: the rank of that word whose best rank is worst. Otherwise null. */
export function rankOf(resource: Resource, words: readonly Sought[]): string {
  const every = (has: (word: Sought) => string): string => words.map(has).join(' and ');
  return `case when ${every((word) => hasWord(resource, 'any', word))} then case
      when ${every((word) => `t.search @@ ${asked('a', word)}`)} then 1
      when ${every((word) => hasWord(resource, 'b', word))} then 2 else 3 end end`;
}

/** The minimum similarity to a word that is a term; for other words, the minimum share of the best similarity. */
const likeKnown = 0.5;
const ofLikest = 0.75;
const mostTerms = 8;

/** `near_<word>`: the lexemes that begin with a term similar to a word, without those that begin with the word. */
export function near(resource: Resource, { at, term }: Sought): string {
  const resources = [resource, ...[throughOf(resource)?.owner ?? []].flat()].map(({ plural }) => `'${plural}'`);
  return `near_${at} as materialized (
  select '''' || $1::bigint::text || ':' || term || ''':*' as lexemes from (
    select s.term, similarity(s.term, ${term}) as likeness,
      max(similarity(s.term, ${term})) over () as most, bool_or(s.term = ${term}) over () as known
    from search_terms s
    where ${withinAccount('s')} and s.resource in (${resources.join(', ')}) and s.term % ${term}
  ) s
  where likeness >= case when known then ${likeKnown} else ${ofLikest} * most end and not starts_with(term, ${term})
  group by term, likeness order by likeness desc, term limit ${mostTerms}
)`;
}
