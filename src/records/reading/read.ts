import type { Values } from '../../domain/rule.ts';
import { listFieldsOf } from '../../resources/list-fields.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { wireTime, isId } from '../../resources/vocabulary/formats.ts';
import { readCount, readCounts } from '../../store/query/counts.ts';
import { type ListPage, readPage } from '../../store/query/page.ts';
import { keyColumns, sortKeys, type SortTerm } from '../../store/query/sort-keys.ts';
import { readById } from '../../store/cache/by-id.ts';
import { readSelected } from '../../store/query/selected-record.ts';
import { fingerprintsSelect, recordsSelect } from '../../store/rows/select.ts';
import { refuseMissingPast } from './as-of.ts';
import { selectByIdText } from '../../store/rows/select-by-id.ts';
import type { StoreContext } from '../request-context.ts';
import { type RenderedRecord, type RecordText, notFound } from '../results.ts';
import type { AskedFilter } from './list-filters.ts';
import type { ListRequest } from './list-request.ts';
import { dependOnDay, instantOfList, isCachedPage, selectionOf } from './list-selection.ts';
import { renderRows } from './rendered-rows.ts';
import { type Fingerprinted, renderCached } from './render-cache.ts';
import { readKeys, type Shape } from './renderer.ts';

/** A record by its id, only if its columns have the values in `where`. */
export interface RecordQuery {
  readonly id: string;
  readonly where?: Values;
}

/** One live record of the account. */
export async function readOne(
  context: StoreContext,
  shape: Shape,
  { id, where = {} }: RecordQuery,
): Promise<RenderedRecord> {
  const { resource, asOf } = shape;
  const { accountId, userId } = context.actor;
  const keys = readKeys(shape);
  const text = selectByIdText(resource, keys && [...keys, ...Object.keys(where)]);
  const sought = { text, accountId, id, user: resource.personal ? userId : null };
  const current = () => (asOf ? readPastOne(context, { ...shape, asOf }, id) : readById(context.store, sought));
  const row = isId(id) ? await current() : undefined;
  if (!row || Object.entries(where).some(([column, value]) => row[column] !== value)) throw notFound(resource, id);
  const [json = 'null'] = await renderRows(context, shape, [row]);
  return { id: row.id, version: row.version, json };
}

/** The version of a record that was in force at an instant, if the record was not deleted then. */
async function readPastOne(
  context: StoreContext,
  { asOf, ...shape }: Shape & { readonly asOf: Date },
  id: string,
): Promise<Row | undefined> {
  const { resource } = shape;
  await refuseMissingPast(context);
  const selected = selectionOf(context, resource, { asOf }, asOf);
  return await readSelected(context.store.engine, { resource, selected, id, keys: readKeys(shape) });
}

/**
 * A page of the account's records of a resource, with links to other pages.
 * A cursor carries the instant of the first page, so that values that depend on the time agree on all pages.
 */
export async function readList(
  context: StoreContext,
  resource: Resource,
  asked: ListRequest,
): Promise<ListPage<RecordText>> {
  const at = instantOfList(context, asked);
  const asOf = asked.asOf && at;
  if (asOf) await refuseMissingPast(context);
  const selected = selectionOf(context, resource, asked, at);
  const { source, conditions, binding } = selected;
  // The parameters of the order that depend on the time are bound beside those of the conditions.
  const order = sortKeys(resource, asked.sort ?? ownOrder(resource), binding);
  const columns = keyColumns(order);
  const shape = { resource, ...asked.shape, asOf };
  const isCached = isCachedPage(context, resource, asked);
  const { entries, links } = await readPage<Row & Fingerprinted>(
    context.store.engine,
    {
      table: resource.plural,
      source,
      conditions,
      parameters: binding.parameters,
      order,
      at: asOf || binding.isDated || dependOnDay(asked.filters) ? wireTime(at) : undefined,
      select: isCached
        ? fingerprintsSelect(resource, columns)
        : recordsSelect(resource, { columns, keys: readKeys(shape) }),
    },
    asked,
  );
  const counted = asked.countsExactly ? await readCount(context.store.engine, selected) : {};
  const records = isCached ? await renderCached(context, resource, entries) : await renderRows(context, shape, entries);
  return { entries: records, links, ...counted };
}

/** The number of a list's records in each view of leads, or by the deadline of tasks. */
export const countRecords = (
  context: StoreContext,
  resource: Resource,
  filters: readonly AskedFilter[],
): Promise<Readonly<Record<string, number>>> =>
  readCounts(context.store.engine, resource, selectionOf(context, resource, { filters }, context.at));

function ownOrder(resource: Resource): SortTerm[] {
  const fields = listFieldsOf(resource);
  return (resource.order ?? ['created_at']).flatMap((name) => {
    const field = fields.get(name);
    return field ? [{ field, descending: resource.order === undefined }] : [];
  });
}
