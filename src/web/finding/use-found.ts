import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Entry, nameOf } from '../data/directory.ts';
import { readList } from '../data/records.ts';

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

const most = 20;

interface LookUpResult {
  readonly found: readonly NamedRecord[];
  /** Whether they are those of the text; else those of an earlier one, while they are read. */
  readonly isCurrent: boolean;
}

/** The records that a typed text finds; the ones changed last without a text. The service searches. */
export function useFound(plural: string, text: string, isOpen = true): LookUpResult {
  const words = useDeferredValue(text.trim());
  const {
    data = [],
    isPlaceholderData,
    isSuccess,
  } = useQuery({
    queryKey: [plural, 'look-up', words],
    enabled: isOpen,
    queryFn: async ({ signal }) => {
      const query = words === '' ? { sort: '-updated_at' } : { q: words };
      return (await readList<NamedRecord>(plural, { query: { ...query, per_page: most }, signal })).rows;
    },
    placeholderData: (previous) => previous,
  });
  return { found: data, isCurrent: isSuccess && !isPlaceholderData && words === text.trim() };
}
