import type { Answer } from '../records/call.ts';
import type { Part, Step, Wish } from '../records/window.ts';
import type { OperationRequest, QueryParameter } from './operation.ts';
import { appliedCount } from './prefer.ts';

/** What every list takes. */
export const windowParameters: readonly QueryParameter[] = [
  {
    name: 'page',
    component: 'Page',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    description: 'A page by its number, from 1. Without it, follow the `next` link: it costs the same at any depth.',
  },
  {
    name: 'per_page',
    component: 'PerPage',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    description: 'How many records make a page.',
  },
  {
    name: 'cursor',
    component: 'Cursor',
    schema: { type: 'string', maxLength: 6144 },
    description: 'Where to go on; taken from a `Link` header.',
    excludes: { q: ', whose pages have numbers', page: '' },
  },
];

/** What the list of a searched resource takes besides. */
export const searchParameter: QueryParameter = {
  name: 'q',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Words to look for, at most ten. Records that have all of them come first, newest first; those with words of similar ' +
    'spelling follow where these do not fill the page. Pages by number, up to 1,000 records.',
};

/** The part of a list that a request asks for. */
export const wishOf = ({ query: { page, per_page: perPage, cursor } }: Pick<OperationRequest, 'query'>): Wish => ({
  perPage: Number(perPage ?? 100),
  page: page === undefined ? undefined : Number(page),
  cursor,
});

/** The addresses of other parts of the list that a request asked for. */
function addresses(target: string, publicUrl: string): (step: Step) => string {
  const { pathname, searchParams } = new URL(target, publicUrl);
  searchParams.delete('cursor');
  searchParams.delete('page');
  return (step) => {
    const query = new URLSearchParams([...searchParams, ...Object.entries(step)]).toString();
    return `${publicUrl}${pathname}${query === '' ? '' : `?${query}`}`;
  };
}

/** A list under its plural, with its RFC 8288 links when there is more than one page. */
export function listAnswer(
  plural: string,
  { json, links, total }: Part,
  { target }: OperationRequest,
  publicUrl: string,
): Answer {
  const href = addresses(target, publicUrl);
  const link = linkText(Object.entries(links).map(([relation, step]) => [relation, href(step)]));
  return {
    status: 200,
    body: `{"${plural}":[${json.join(',')}]}`,
    headers: {
      ...(link === '' ? {} : { Link: link }),
      ...(total === undefined ? {} : { 'X-Total-Count': String(total), ...appliedCount }),
    },
  };
}

/** Clients take headers of so many characters for granted, and the others beside this one. */
const longest = 10_000;

/** Of a query so long that four links would not fit, the two stay by which one goes on. */
function linkText(links: readonly (readonly [relation: string, address: string])[]): string {
  const text = (some: typeof links) => some.map(([relation, address]) => `<${address}>; rel="${relation}"`).join(', ');
  const whole = text(links);
  return whole.length <= longest
    ? whole
    : text(links.filter(([relation]) => relation === 'prev' || relation === 'next'));
}
