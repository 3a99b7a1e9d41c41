import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';

/** A word in the statement: its number, and its parameters as SQL. */
export interface Sought {
  readonly at: number;
  /** The lexemes that begin with the word, as a `tsquery` to which weights can be added: `'17:3rd':*`. */
  readonly lexemes: string;
  /** The range of the terms that begin with the word; null if it is none. */
  readonly range: { readonly from: string; readonly to: string } | null;
  /** The word to compare with similar spellings; null if the statement does not look for them. */
  readonly mistakable: string | null;
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

/** If more lexemes begin with a word, the index looks for them by their beginning. */
const mostLexemes = 100;

const lexemeOf = (term: string): string => `'''' || $1::bigint || ':' || ${term} || ''':'`;

/**
 * `words_<word>`: the lexemes that begin with a word, of each resource that the search reads. An index finds whole
 * lexemes much faster than all that begin so. Therefore the statement looks the terms of the account up first.
 */
export function wordsPart(resource: Resource, word: Sought): string {
  const columns = familiesOf(resource).map(({ plural }) => `${lexemesIn(plural, word)} as ${plural}`);
  return `words_${word.at} as materialized (\n  select ${columns.join(', ')}\n)`;
}

const familiesOf = (resource: Resource): Resource[] => [resource, ...[throughOf(resource)?.owner ?? []].flat()];

/** The lexemes of one resource. The empty word is in none of its rows. */
function lexemesIn(plural: string, { at, lexemes, range, mistakable }: Sought): string {
  const beginning = `array[${lexemes}]`;
  if (range === null) return beginning;
  const literal = `select distinct s.term from search_terms s
    where s.account_id = $1::bigint and s.resource = '${plural}' and s.term >= ${range.from} and s.term < ${range.to}
    limit ${mostLexemes + 1}`;
  const terms = mistakable === null ? literal : `(${literal}) union select term from near_${at}`;
  return `(
    select case when count(*) > ${mostLexemes} then ${beginning} when count(*) = 0 then array[${lexemeOf("''")}]
      else array_agg(${lexemeOf('term')}) end
    from (${terms}) terms
  )`;
}

/**
 * `asked`: each word as `tsquery`, in the forms of `forms`, all words together, and the number of rows to find.
 */
export function askedPart(resource: Resource, words: readonly Sought[], enough: string): string {
  const columns = words.flatMap(({ at }) =>
    Object.entries(forms).map(
      ([form, weights]) => `${queryOf(`words_${at}.${resource.plural}`, weights)} as ${form}_${at}`,
    ),
  );
  const together = words.map(({ at }) => queryOf(`words_${at}.${resource.plural}`, ''));
  const sources = words.map(({ at }) => `words_${at}`);
  return `asked as materialized (
  select ${[...columns, `${together.join(' && ')} as together`, `${enough} as enough`].join(',\n    ')}
  from ${sources.join(', ')}
)`;
}

/** The forms of a word, by the weights that a lexeme may have: a text of rank A, of rank A or B, any text. */
const forms = { a: 'AB', b: 'ABC', any: '' } as const;

const queryOf = (lexemes: string, weights: string): string =>
  `(array_to_string(${lexemes}, '${weights} | ') || '${weights}')::tsquery`;

const asked = (form: keyof typeof forms, { at }: Sought): string => `(select ${form}_${at} from asked)`;

/** `named_<word>`: the records through which rows are found, by a word of their title. */
export const named = ({ owner: { plural } }: Through, { at }: Sought): string => `named_${at} as materialized (
  select n.id from ${plural} n
  where ${withinAccount('n')} and n.search @@ (select ${queryOf(plural, 'A')} from words_${at})
)`;

/**
 * `owners`: the named records, by the words that they have; `rest` are the other words, which a row must have itself;
 * null if there are none.
 */
export function ownersPart(words: readonly Sought[]): string {
  const ids = words.map(({ at }) => `select id, ${1 << at} as has from named_${at}`);
  const rest = words.map(({ at }) => `case when has & ${1 << at} = 0 then '(' || any_${at}::text || ')' end`);
  return `owners as materialized (
  select ids, nullif(concat_ws(' & ', ${rest.join(', ')}), '')::tsquery as rest from (
    select has, array_agg(id) as ids
    from (select id, bit_or(has) as has from (${ids.join(' union all ')}) named group by id) named group by has
  ) named, asked
)`;
}

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

/** `near_<word>`: the terms similar to a word, without those that begin with it. */
export function near(resource: Resource, { at, mistakable }: Sought): string {
  const resources = familiesOf(resource).map(({ plural }) => `'${plural}'`);
  return `near_${at} as materialized (
  select term from (
    select s.term, similarity(s.term, ${mistakable}) as likeness,
      max(similarity(s.term, ${mistakable})) over () as most, bool_or(s.term = ${mistakable}) over () as known
    from search_terms s
    where ${withinAccount('s')} and s.resource in (${resources.join(', ')}) and s.term % ${mistakable}
  ) s
  where likeness >= case when known then ${likeKnown} else ${ofLikest} * most end and not starts_with(term, ${mistakable})
  group by term, likeness order by likeness desc, term limit ${mostTerms}
)`;
}
