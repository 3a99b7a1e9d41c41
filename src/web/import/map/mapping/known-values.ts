import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { cellText } from '../../cell-text.ts';
import type { FileColumn, Import } from '../../import.ts';

interface Row {
  readonly cells: readonly unknown[];
}

const mostRows = 500;
const mostValues = 40;

/** The different values of a column: its samples and, after a dry run, those of the first rows. */
export function useKnownValues({ id, columns, dry_run: dryRun }: Import, column: FileColumn): readonly string[] {
  const { data } = useQuery({
    queryKey: ['imports', id, 'values', dryRun?.read ?? 0],
    // The rows are there after a dry run, also when the mapping has changed since.
    queryFn: async ({ signal }) =>
      (await api.send<{ rows: Row[] }>({ path: `/imports/${id}/rows`, query: { per_page: mostRows }, signal })).body
        .rows,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const at = columns.findIndex(({ name }) => name === column.name);
  const found = (data ?? []).map(({ cells }) => cellText(cells[at]));
  const texts = new Map([...column.samples, ...found].map((text) => [text.toLowerCase(), text]));
  return [...texts.values()].filter((text) => text !== '').slice(0, mostValues);
}
