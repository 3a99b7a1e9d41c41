import { readPages } from '../../../client/pages.ts';
import type { Query } from '../../../client/request.ts';
import type { Resource } from '../../../resources/resource.ts';
import { api } from '../../data/api.ts';
import type { Fields } from '../../data/target.ts';
import type { Search } from '../address.ts';
import { shapeOf } from './old-values.ts';

/** The records of a bulk change: some by id, or every one that matches a query. */
export type Targets =
  | { readonly ids: readonly string[] }
  /** @param stated the number of records that the person has seen; null if it is not known. */
  | { readonly query: Search; readonly stated: number | null };

/** A record with the values that a bulk change has to remember, and its version if its stage may change. */
export type Remembered = Fields & { readonly id: string; readonly name?: string | null; readonly version?: number };

interface Reading {
  readonly resource: Resource;
  /** The places of the values to read. */
  readonly paths: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the number of records that are read. */
  readonly onRead?: (count: number) => void;
}

const perPage = 500;
/** The most ids in one query: they stand in the address. */
const mostIds = 200;

/** Reads records by id or by query, before any of them changes. Deleted ones are missing. */
export async function readTargets(targets: Targets, reading: Reading): Promise<readonly Remembered[]> {
  const { resource, paths, signal, onRead } = reading;
  const shape = { ...shapeOf(resource, paths), per_page: perPage };
  const queries: readonly Query[] =
    'ids' in targets
      ? parted(targets.ids, mostIds).map((ids) => ({ ...shape, id: ids.join() }))
      : [{ ...targets.query, ...shape }];
  const records: Remembered[] = [];
  for (const query of queries) {
    for await (const page of readPages<Remembered>(api, { plural: resource.plural, query, signal })) {
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
