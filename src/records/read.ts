import type { Values } from '../domain/rule.ts';
import type { Resource } from '../resources/resource.ts';
import { wireTime } from '../resources/formats.ts';
import { readCount } from '../store/count.ts';
import { instantOf } from '../store/keyset.ts';
import { readById } from '../store/by-id.ts';
import { selectByIdText } from '../store/select.ts';
import { keyColumns } from '../store/sort-keys.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { notFound } from './judge.ts';
import type { ListRequest } from './list-request.ts';
import { isId } from './references.ts';
import { orderOf, selectionOf } from './selection.ts';
import { show } from './show.ts';
import { type PageRow, pageOf } from './shown-page.ts';
import { entityTag, type Shape } from './shown.ts';
import { type Part, readPart } from './window.ts';

/** A record by its id; with `where` only if its columns have these values. */
export interface Wanted {
  readonly id: string;
  readonly where?: Values;
}

/** One live record of the account. */
export async function readOne(store: Store, call: Call, shape: Shape, { id, where = {} }: Wanted): Promise<Answer> {
  const { resource, keys } = shape;
  const { accountId, userId } = call.actor;
  const sought = { accountId, id, user: resource.personal ? userId : null };
  const row = isId(id) ? await readById(store.engine, selectByIdText(resource, keys), sought) : undefined;
  if (!row || Object.entries(where).some(([column, value]) => row[column] !== value)) throw notFound(resource, id);
  const [json] = await show(store, call, shape, [row]);
  return { status: 200, body: `{"${resource.singular}":${json}}`, headers: { ETag: entityTag(row) } };
}

/**
 * A part of the account's records of a resource, and where to go from there.
 * What depends on the time is the same on all pages that one follows: a cursor names the instant of the first.
 */
export async function readList(store: Store, call: Call, resource: Resource, asked: ListRequest): Promise<Part> {
  const at = instantOfList(call, asked);
  const { conditions, parameters, binding } = selectionOf(call, resource, asked, at);
  const order = orderOf(resource, asked.sort, binding);
  const { select, show: showPage } = pageOf(store, call, resource, asked);
  const { rows, links } = await readPart<PageRow>(
    store.engine,
    {
      table: resource.plural,
      conditions,
      parameters: binding.parameters,
      order,
      at: binding.isDated ? wireTime(at) : undefined,
      select: (picked, ordered, more) => select(picked, ordered, [...keyColumns(order), ...more]),
      keysOf: (row) => order.map(({ column }) => keyText((row[column] ?? null) as KeyValue)),
    },
    asked,
  );
  const counted = asked.countsExactly ? await readCount(store.engine, resource.plural, { conditions, parameters }) : {};
  return { json: await showPage(rows), links, ...counted };
}

/** No list was read in the future: a cursor that says so is none that was handed out. */
function instantOfList({ at }: Call, { cursor = '' }: ListRequest): Date {
  const told = new Date(instantOf(cursor) ?? at);
  return told > at ? at : told;
}

type KeyValue = string | number | boolean | null;

const keyText = (value: KeyValue): string | null => (value === null ? null : String(value));
