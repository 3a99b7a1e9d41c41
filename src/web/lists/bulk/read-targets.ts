import { readPages } from '../../../client/pages.ts';
import type { Query } from '../../../client/request.ts';
import { type Resource, selectableKeys } from '../../../resources/resource.ts';
import { transport } from '../../data/api.ts';
import type { Fields } from '../../data/target.ts';
import type { Search } from '../../queries/address.ts';

/** The records of a bulk change: some by id, or every one that matches a query. */
export type BulkTargets =
  | { readonly ids: readonly string[] }
  /** @param stated the number of records that the person has seen; null if it is not known. */
  | { readonly query: Search; readonly stated: number | null };

/** A record of a bulk change, with its name if it has one. */
export type BulkTarget = Fields & { readonly id: string; readonly name?: string | null };

interface TargetsRequest {
  readonly resource: Resource;
  /** The fields to read besides the name. */
  readonly fields: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the number of records that are read. */
  readonly onRead?: (count: number) => void;
}

const perPage = 500;
/** The most ids in one query: they stand in the address. */
const mostIds = 200;

/** Reads records by id or by query, before any of them changes. Deleted ones are missing. */
export async function readTargets(targets: BulkTargets, reading: TargetsRequest): Promise<readonly BulkTarget[]> {
  const { resource, fields, signal, onRead } = reading;
  const named = selectableKeys(resource).includes('name') ? ['name'] : [];
  const shape = { fields: ['id', ...named, ...fields].join(), per_page: perPage };
  const queries: readonly Query[] =
    'ids' in targets
      ? parted(targets.ids, mostIds).map((ids) => ({ ...shape, id: ids.join() }))
      : [{ ...targets.query, ...shape }];
  const records: BulkTarget[] = [];
  for (const query of queries) {
    for await (const page of readPages<BulkTarget>(transport, { path: `/${resource.plural}`, query, signal })) {
      records.push(...page);
      onRead?.(records.length);
    }
  }
  return records;
}

/** Parts of a list, each of at most so many entries. */
export const parted = <Entry>(entries: readonly Entry[], most: number): readonly (readonly Entry[])[] =>
  Array.from({ length: Math.ceil(entries.length / most) }, (_, index) =>
    entries.slice(index * most, (index + 1) * most),
  );

/** The name of a record, or its number without one. */
export const nameIn = ({ id, name }: { readonly id: string; readonly name?: unknown }): string =>
  typeof name === 'string' ? name : `no. ${id}`;
