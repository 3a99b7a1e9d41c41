import { resourceOf } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';

/**
 * A word in the statement: its number, and its parameters as SQL. The text of the statement depends on the number of the
 * words alone, so that Postgres plans it once.
 */
export interface SearchedWord {
  readonly at: number;
  /** `text[]`: the parts of a `tsquery` for spellings that are no terms: `'17:3rd':*`, and for a whole word `'17:&':`. */
  readonly lexemes: string;
  /** `text[]`: the spellings that are terms. */
  readonly terms: string;
  /** The queries for its parts as words of their own, by form; each is null if it has none. */
  readonly apart: Readonly<Record<keyof typeof forms, string>>;
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

/** The resources whose words the search reads: its own, and the one through which it finds rows. */
function readBy(resource: Resource): Resource[] {
  const through = throughOf(resource);
  return through === null ? [resource] : [resource, through.owner];
}

/**
 * Compares the account without an index on it, where another index must serve: a cast column fits none. The planner would
 * otherwise prefer an index that begins with the account, or read all of the account's entries beside the other index.
 * A sharded Postgres sees through the cast, and sends the statement to the node of the account.
 */
export const withinAccount = (alias: string): string => `${alias}.account_id = $1::bigint::numeric`;

/** If more terms begin with a word, the index looks for its beginning. */
const mostTerms = 100;

/**
 * `lexemes_<word>`: for each resource that the search reads, the parts of a `tsquery` that match a word, as an array.
 * The index finds whole lexemes much faster than all lexemes with a beginning. So the statement first looks up the
 * account's terms that begin with the word.
 */
export function lexemesPart(resource: Resource, word: SearchedWord): string {
  const columns = readBy(resource).map(({ plural }) => `${lexemesIn(plural, word)} as ${plural}`);
  return `lexemes_${word.at} as materialized (\n  select ${columns.join(', ')}\n)`;
}

const lexemeOf = (term: string): string => `'''' || $1::bigint || ':' || ${term} || ''':'`;

/** The lexemes in one resource. Without any, it is the empty word, which no row has. */
function lexemesIn(plural: string, { at, lexemes, terms, mistakable }: SearchedWord): string {
  const similar = mistakable === null ? '' : ` union all select ${lexemeOf('term')} from near_${at}`;
  return `array[${lexemeOf("''")}] || ${lexemes} || array(
    select known.lexeme from unnest(${terms}) spelling cross join lateral (
      select unnest(
        case when count(*) > ${mostTerms} then array[${lexemeOf('spelling')} || '*'] else array_agg(${lexemeOf('term')}) end
      ) as lexeme
      from (
        select distinct s.term from search_terms s
        where s.account_id = $1::bigint and s.resource = '${plural}'
          and s.term >= spelling and s.term < spelling || chr(1114111)
        limit ${mostTerms + 1}
      ) terms
    ) known${similar}
  )`;
}

/** The forms of a word as `tsquery`, by the weights that a lexeme may have: rank A, rank A or B, any rank. */
export const forms = { a: 'AB', b: 'ABC', any: '' } as const;

/**
 * The number of words that the index looks for, the longest ones: they are usually the rarest. The rows that it finds
 * are checked for the others.
 */
const mostIndexed = 3;

/** `queries`: each word as `tsquery` in all forms, and `together`, the words that the index looks for. */
export function queriesPart(resource: Resource, words: readonly SearchedWord[]): string {
  const query = (word: SearchedWord, form: keyof typeof forms): string =>
    queryOf(`lexemes_${word.at}.${resource.plural}`, word, form);
  const columns = words.flatMap((word) =>
    (['a', 'b', 'any'] as const).map((form) => `${query(word, form)} as ${form}_${word.at}`),
  );
  const together = words.slice(0, mostIndexed).map((word) => query(word, 'any'));
  return `queries as materialized (
  select ${[...columns, `${together.join(' && ')} as together`].join(',\n    ')}
  from ${words.map(({ at }) => `lexemes_${at}`).join(', ')}
)`;
}

function queryOf(lexemes: string, { apart }: SearchedWord, form: keyof typeof forms): string {
  const weights = forms[form];
  return `(array_to_string(${lexemes}, '${weights} | ') || '${weights}' || coalesce(' | ' || ${apart[form]}, ''))::tsquery`;
}

/** The `tsquery` of rows that have each of these lexemes, and one that begins with the last. */
export const apartQuery = (lexemes: readonly string[], weights: string): string =>
  `(${lexemes.map((lexeme, at) => `${lexeme}${at === lexemes.length - 1 ? '*' : ''}${weights}`).join(' & ')})`;

/** `owners_<word>`: the records through which rows are found, by a word of their title. An index has titles alone. */
const ownersOfWord = (
  { owner: { plural } }: Through,
  word: SearchedWord,
): string => `owners_${word.at} as materialized (
  select n.id from ${plural} n
  where ${withinAccount('n')} and ts_filter(n.search, '{a}') @@ (select ${queryOf(plural, word, 'any')} from lexemes_${word.at})
)`;

/**
 * `owners`: all those records, grouped by the words that they have. `rest`: the other words that the index looks for,
 * which a row must have itself; null if there are none. `possible`: a query that all rows match that have a rest; null
 * if no owner leaves one.
 */
export function ownersParts(through: Through, words: readonly SearchedWord[]): string[] {
  const bit = (at: number): number => (at < mostIndexed ? 1 << at : 0);
  const ids = words.map(({ at }) => `select id, ${bit(at)} as has from owners_${at}`);
  const rest = words
    .slice(0, mostIndexed)
    .map(({ at }) => `case when has & ${bit(at)} = 0 then '(' || any_${at}::text || ')' end`);
  return [
    ...words.map((word) => ownersOfWord(through, word)),
    `owners as materialized (
  select ids, nullif(concat_ws(' & ', ${rest.join(', ')}), '')::tsquery as rest from (
    select has, array_agg(id) as ids
    from (select id, bit_or(has) as has from (${ids.join(' union all ')}) one group by id) one group by has
  ) owners, queries
)`,
    `possible as materialized (select string_agg('(' || rest::text || ')', ' | ')::tsquery as words from owners)`,
  ];
}

/**
 * The rank of a row of `t` that has every word, otherwise null. A word has the best rank of the texts that contain it.
 * A row has the worst rank of its words.
 */
export function rankOf(resource: Resource, words: readonly SearchedWord[]): string {
  const through = throughOf(resource);
  const own = (form: keyof typeof forms, { at }: SearchedWord): string =>
    `t.search @@ (select ${form}_${at} from queries)`;
  const orOwner = (form: 'b' | 'any') => (word: SearchedWord) =>
    through === null
      ? own(form, word)
      : `(${own(form, word)} or t.${through.column} in (select id from owners_${word.at}))`;
  const every = (has: (word: SearchedWord) => string): string => words.map(has).join(' and ');
  return `case when ${every(orOwner('any'))} then case
      when ${every((word) => own('a', word))} then 1
      when ${every(orOwner('b'))} then 2 else 3 end end`;
}

/** The minimum similarity to a word that is a term; for other words, the minimum share of the best similarity. */
const likeKnown = 0.5;
const ofLikest = 0.75;
const mostSimilar = 8;

/** `near_<word>`: the terms similar to a word, without those that begin with it. */
export function near(resource: Resource, { at, mistakable }: SearchedWord): string {
  const resources = readBy(resource).map(({ plural }) => `'${plural}'`);
  return `near_${at} as materialized (
  select term from (
    select s.term, similarity(s.term, ${mistakable}) as likeness,
      max(similarity(s.term, ${mistakable})) over () as most, bool_or(s.term = ${mistakable}) over () as known
    from search_terms s
    where ${withinAccount('s')} and s.resource in (${resources.join(', ')}) and s.term % ${mistakable}
  ) s
  where likeness >= case when known then ${likeKnown} else ${ofLikest} * most end and not starts_with(term, ${mistakable})
  group by term, likeness order by likeness desc, term limit ${mostSimilar}
)`;
}
