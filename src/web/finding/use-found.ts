import { QueryObserver, queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Entry, nameOf } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { queryClient } from '../data/query-client.ts';
import { type ListedRecord, readList } from '../data/records.ts';
import { foundNote } from './found-rows.ts';

/** A record of a large list, by its name. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** An embedded record as a form holds it; undefined if there is none. */
export function foundIn(embedded: unknown): NamedRecord | undefined {
  const record = (embedded ?? null) as Entry | null;
  return record === null ? undefined : { id: record.id, name: nameOf(record) };
}

/** A record that a look-up has found. */
export interface FoundByName extends NamedRecord {
  /** Distinguishes records of the same name: the company of a person. */
  readonly note: string;
}

const most = 20;

const lookUpQuery = (plural: string, text: string) =>
  queryOptions({
    queryKey: [plural, 'look-up', text],
    queryFn: async ({ signal }) => {
      const query = text === '' ? { sort: '-updated_at' } : { q: text };
      return (await readList<ListedRecord & NamedRecord>(plural, { query: { ...query, per_page: most }, signal })).rows;
    },
  });

interface LookUpResult {
  readonly found: readonly FoundByName[];
  /** Whether they are those of the text; else those of an earlier one, while they are read. */
  readonly isCurrent: boolean;
}

/** The records that a typed text finds; the ones changed last without a text. The service searches. */
export function useFound(plural: string, text: string, isOpen = true): LookUpResult {
  const formats = useFormats();
  const words = useDeferredValue(text.trim());
  const {
    data = [],
    isPlaceholderData,
    isSuccess,
  } = useQuery({ ...lookUpQuery(plural, words), enabled: isOpen, placeholderData: (previous) => previous });
  const found = data.map((record) => ({ ...record, note: foundNote(plural, record, formats) }));
  return { found, isCurrent: isSuccess && !isPlaceholderData && words === text.trim() };
}

/** The records that a text finds. @throws {Refused} @throws {Unreachable} */
export async function foundBy(plural: string, text: string): Promise<readonly NamedRecord[]> {
  const query = lookUpQuery(plural, text.trim());
  // The list of a field cancels its read when it closes, unless somebody else waits for it too.
  const end = new QueryObserver(queryClient, query).subscribe(() => undefined);
  try {
    return await queryClient.query(query);
  } finally {
    end();
  }
}

/** The only record with exactly this name, in capitals or not; undefined if there is none, or if there are several. */
export async function onlyNamed(plural: string, name: string): Promise<NamedRecord | undefined> {
  const [only, ...others] = (await foundBy(plural, name)).filter((record) => isNamed(record, name));
  return others.length === 0 ? only : undefined;
}

/** Whether a record has exactly this name, in capitals or not. */
export const isNamed = (record: NamedRecord, name: string): boolean =>
  record.name.toLowerCase() === name.trim().toLowerCase();
