import type { Resource } from '../resources/resource.ts';
import type { Param } from './engine.ts';
import { Recent } from './recent.ts';
import { alike } from './search-alike.ts';
import { type Frame, ofAccount, older } from './search-frame.ts';
import { literal } from './search-literal.ts';
import type { SearchWord } from './search-words.ts';

/** What is searched, and for what. */
export interface Search {
  readonly resource: Resource;
  readonly words: readonly SearchWord[];
  /** Over `t`; their parameters are `$1` …, the account first. */
  readonly conditions: readonly string[];
  readonly parameters: readonly Param[];
}

/** Which of the rows found are wanted: from one place up to, and without, another. */
export interface Reach {
  readonly start: number;
  readonly end: number;
}

/** How many rows of what is found can be read, from the first. */
export const searchable = 1000;

/** So many are looked for at once. In a parameter the number would leave a plan that is kept to guess at it. */
const reaches = [11, 26, 51, 101, 201, 501];

const mostTexts = 200;
/** By all that they are made of. */
const texts = new Recent<string, string>(mostTexts);

/**
 * The select that picks a page of what is found, rows of the table with their `search_place`: first those that have
 * every word literally, newest first; where these do not reach the end, those that have words of similar spelling.
 */
export function searchStatement(search: Search, reach: Reach): { sql: string; parameters: Param[] } {
  const { resource, words, conditions } = search;
  const parameters = [...search.parameters];
  // Behind a select no plan looks at the value: one that is made for all words is as good as one for these, and kept.
  const holder = (value: Param, type: string): string => `(select $${parameters.push(value)}::${type})`;
  // The longest words are mostly the rarest, and the first ones lead.
  const longestFirst = words.toSorted((one, other) => other.inWord.length - one.inWord.length);
  const asked = longestFirst.map(({ compare, text, inWord, whole, term }, at) => ({
    at,
    compare,
    text: holder(text, 'text'),
    inWord: holder(inWord, 'text'),
    whole:
      whole.length > 0 && resource.searched?.words !== undefined
        ? { keys: holder(whole, 'text[]'), count: whole.length }
        : null,
    term: term === null ? null : holder(term, 'text'),
  }));
  const place = { start: holder(reach.start, 'bigint'), end: holder(reach.end, 'bigint') };
  const enough = reaches.find((most) => most >= reach.end) ?? searchable;
  const key = JSON.stringify([resource.plural, asked, conditions, enough]);
  return { sql: texts.getOr(key, () => textOf({ resource, asked, conditions, enough }, place)), parameters };
}

type Placeholders = Readonly<Record<keyof Reach, string>>;

function textOf(frame: Frame, { start, end }: Placeholders): string {
  const { resource } = frame;
  return `with ${[older(frame), ...literal(frame), ...alike(frame)].join(',\n')},
placed as (
  select id, row_number() over (order by rank, created_at desc, id desc) as place from (
    select id, created_at, 1 as rank from literal union all select id, created_at, 2 from alike
  ) found
)
select t.*, placed.place as search_place from placed
join ${resource.plural} t on ${ofAccount} and t.id = placed.id
where placed.place > ${start} and placed.place <= ${end}`;
}
