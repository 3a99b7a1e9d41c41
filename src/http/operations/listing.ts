import { askedOf, type ListRequest } from '../../records/reading/list-request.ts';
import { instantOfList } from '../../records/reading/list-selection.ts';
import type { RequestContext } from '../../records/request-context.ts';
import { readList } from '../../records/reading/read.ts';
import { searchList, searchProblems } from '../../records/reading/search.ts';
import type { Resource } from '../../resources/resource.ts';
import { readName, sparseName } from '../../schema/read-schemas.ts';
import { schemaName, schemaReference, wrappedList } from '../../schema/record-schemas.ts';
import type { ListPage, PageRequest, PageLink } from '../../store/query/page.ts';
import { type Answer, asOfHeaders } from '../contract/answer.ts';
import type { Operation, OperationRequest } from '../contract/operation.ts';
import { appliedCount, prefersCount } from '../contract/preference.ts';
import { listParameters } from './list-parameters.ts';

/** The list of a resource's records: filtered, sorted, searched, page by page. */
export const listOperation = (resource: Resource): Operation => ({
  tag: resource.plural,
  id: `list${schemaName(resource.plural)}`,
  method: 'GET',
  path: `/${resource.plural}`,
  summary: `List ${resource.plural.replaceAll('_', ' ')}`,
  explanation: `${orderInWords(resource)} The list leaves out deleted records; \`deleted_at[is_null]=false\` lists only these.`,
  scope: 'read',
  query: listParameters(resource),
  judgeQuery: (query, directory, now) => {
    const { asked, problems } = askedOf(resource, query, directory, now);
    const wish = { ...wishOf({ query }), ...asked };
    const { q } = query;
    return {
      // The parameter's own check reports an empty `q`.
      problems: [...problems, ...(q ? searchProblems({ ...wish, q }) : [])],
      handle: (request) => answerList(resource, request, { ...wish, q }),
    };
  },
  status: 200,
  response: wrappedList(resource.plural, readName(resource.singular), thisPage),
  sparse: schemaReference(sparseName(resource.singular)),
});

/** The sort order of a list. */
const orderInWords = ({ order }: Resource): string =>
  order
    ? `The list is sorted by ${order.map((name) => `\`${name}\``).join(', then ')}, unless \`sort\` says otherwise.`
    : 'The newest record comes first, unless `sort` says otherwise.';

/** The description of the array under a list's plural. */
const thisPage = 'The records of this page, in the order of the list.';

async function answerList(
  resource: Resource,
  request: OperationRequest,
  { q, ...wish }: ListRequest & { readonly q: string | undefined },
): Promise<Answer> {
  const asked = { ...wish, countsExactly: prefersCount(request.prefer) };
  const page =
    q === undefined
      ? await readList(request.context, resource, asked)
      : await searchList(request.context, resource, { ...asked, q });
  const answer = listAnswer(resource.plural, page, request);
  return {
    ...answer,
    headers: { ...answer.headers, ...asOfHeaders(instantShown(request.context, asked), request.context.at) },
  };
}

/** The instant as of which a list is read; undefined if it shows the records as they are now. */
const instantShown = (context: RequestContext, asked: ListRequest): Date | undefined =>
  asked.asOf && instantOfList(context, asked);

/** The page that a request selects. */
export const wishOf = ({
  query: { page, per_page: perPage, cursor },
}: Pick<OperationRequest, 'query'>): PageRequest => ({
  perPage: Number(perPage ?? 100),
  page: page === undefined ? undefined : Number(page),
  cursor,
});

/** The URLs of the other pages of the requested list. */
function addresses({ target, serviceUrl }: OperationRequest): (step: PageLink) => string {
  const { pathname, searchParams } = new URL(target, serviceUrl);
  searchParams.delete('cursor');
  searchParams.delete('page');
  return (step) => {
    const query = new URLSearchParams([...searchParams, ...Object.entries(step)]).toString();
    return `${serviceUrl}${pathname}${query === '' ? '' : `?${query}`}`;
  };
}

/** A list of entries that are not records. @param write serializes an entry; its JSON counts as response bytes. */
export function valuesAnswer<Entry>(
  plural: string,
  page: ListPage<Entry>,
  request: OperationRequest,
  write: (entry: Entry) => string = JSON.stringify,
): Answer {
  const { room } = request.context;
  const entries = page.entries.map((entry) => {
    const json = write(entry);
    room?.take(json);
    return json;
  });
  return listAnswer(plural, { ...page, entries }, request);
}

/** A list of rendered records or entries under its plural, with RFC 8288 links if there is more than one page. */
export const listAnswer = (plural: string, page: ListPage<string>, request: OperationRequest): Answer => ({
  status: 200,
  ...listBody(plural, page.entries),
  headers: pageHeaders(page, request),
});

/** The headers of a page: its links, and the number of entries if the client requested it. */
export function pageHeaders(
  { links, total }: Pick<ListPage<unknown>, 'links' | 'total'>,
  request: OperationRequest,
): Record<string, string> {
  const href = addresses(request);
  const link = linkText(Object.entries(links).map(([relation, step]) => [relation, href(step)]));
  return {
    ...(link === '' ? {} : { Link: link }),
    ...(total === undefined ? {} : { 'X-Total-Count': String(total), ...appliedCount }),
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
