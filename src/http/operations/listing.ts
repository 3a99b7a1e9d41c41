import { type ListPage, mapped, type Step, type PageRequest } from '../../records/reading/pagination.ts';
import type { Answer } from '../contract/answer.ts';
import type { OperationRequest, QueryParameter } from '../contract/operation.ts';
import { appliedCount } from '../request/prefer.ts';

/** The pagination parameters of every list. */
export const windowParameters: readonly QueryParameter[] = [
  {
    name: 'page',
    component: 'Page',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    description: 'The number of the page, from 1. Without it, follow the `next` link: every page then costs the same.',
  },
  {
    name: 'per_page',
    component: 'PerPage',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    description: 'The number of records on a page.',
  },
  {
    name: 'cursor',
    component: 'Cursor',
    schema: { type: 'string', maxLength: 6144 },
    description: 'The cursor of a page, from a `Link` header.',
    excludes: { q: ', whose pages have numbers', page: '' },
  },
];

/** The search parameter of a searchable resource's list. */
export const searchParameter: QueryParameter = {
  name: 'q',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Words to look for from their beginning, at most ten. Records that have all of them come first: by name and numbers, ' +
    'then by address and company, then by description, newest first in each. Records with words of similar spelling ' +
    'follow where these do not fill the page. Pages by number, up to 1,000 records.',
};

/** The page that a request selects. */
export const wishOf = ({
  query: { page, per_page: perPage, cursor },
}: Pick<OperationRequest, 'query'>): PageRequest => ({
  perPage: Number(perPage ?? 100),
  page: page === undefined ? undefined : Number(page),
  cursor,
});

/** The URLs of the other pages of the requested list. */
function addresses(target: string, publicUrl: string): (step: Step) => string {
  const { pathname, searchParams } = new URL(target, publicUrl);
  searchParams.delete('cursor');
  searchParams.delete('page');
  return (step) => {
    const query = new URLSearchParams([...searchParams, ...Object.entries(step)]).toString();
    return `${publicUrl}${pathname}${query === '' ? '' : `?${query}`}`;
  };
}

/** A list of entries that are not records. @param write serializes an entry; its JSON counts as response bytes. */
export function valuesAnswer<Entry>(
  plural: string,
  page: ListPage<Entry>,
  request: OperationRequest,
  { publicUrl, write = JSON.stringify }: { publicUrl: string; write?: (entry: Entry) => string },
): Answer {
  const { room } = request.context;
  const written = mapped(page, (entry) => {
    const json = write(entry);
    room?.take(json);
    return json;
  });
  return listAnswer(plural, written, request, publicUrl);
}

/** A list of rendered records under its plural, with RFC 8288 links if there is more than one page. */
export function listAnswer(
  plural: string,
  { entries, links, total }: ListPage<string>,
  { target }: OperationRequest,
  publicUrl: string,
): Answer {
  const href = addresses(target, publicUrl);
  const link = linkText(Object.entries(links).map(([relation, step]) => [relation, href(step)]));
  return {
    status: 200,
    ...listBody(plural, entries),
    headers: {
      ...(link === '' ? {} : { Link: link }),
      ...(total === undefined ? {} : { 'X-Total-Count': String(total), ...appliedCount }),
    },
  };
}

/** In characters. A list of this size or more is written directly as bytes, not joined as text first. */
const long = 64 * 1024;

function listBody(plural: string, json: readonly string[]): Pick<Answer, 'body' | 'bytes'> {
  const [start, end] = [`{"${plural}":[`, ']}'];
  if (json.reduce((sum, { length }) => sum + length, 0) < long) return { body: `${start}${json.join(',')}${end}` };
  const bytes = Buffer.allocUnsafe(
    json.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, start.length + end.length),
  );
  let at = bytes.write(start);
  for (const [index, text] of json.entries()) {
    if (index > 0) at += bytes.write(',', at);
    at += bytes.write(text, at);
  }
  at += bytes.write(end, at);
  return { bytes: bytes.subarray(0, at) };
}

/** The limit of the `Link` header, in characters. Clients accept this size together with the other headers. */
const longest = 10_000;

/** The `Link` header. If a long query makes four links exceed the limit, only `prev` and `next` remain. */
function linkText(links: readonly (readonly [relation: string, address: string])[]): string {
  const text = (some: typeof links) => some.map(([relation, address]) => `<${address}>; rel="${relation}"`).join(', ');
  const whole = text(links);
  return whole.length <= longest
    ? whole
    : text(links.filter(([relation]) => relation === 'prev' || relation === 'next'));
}
