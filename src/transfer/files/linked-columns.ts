import type { FileCell } from './file-rows.ts';
import { mostColumns } from './limits.ts';
import type { TableRow } from './table-row.ts';

/** The columns whose cells lead to addresses that they do not show, in order. */
export function linkedColumns(rows: readonly TableRow[], width: number): number[] {
  const found = new Set(rows.flatMap(({ links }) => [...(links?.keys() ?? [])]));
  return [...found]
    .filter((at) => at < width)
    .toSorted((one, other) => one - other)
    .slice(0, Math.max(0, mostColumns - width));
}

/** The cells of a row with its links behind those of the columns of the sheet. Further cells stand behind both. */
export function withLinks(
  cells: readonly FileCell[],
  { links }: Pick<TableRow, 'links'>,
  { width, linked }: { readonly width: number; readonly linked: readonly number[] },
): readonly FileCell[] {
  if (linked.length === 0) return cells;
  const own = Array.from({ length: width }, (_, at) => cells[at] ?? null);
  return [...own, ...linked.map((at) => links?.get(at) ?? null), ...cells.slice(width)];
}

/** `4 cells lead to addresses that they do not show: Plans (3), Contact (1). The columns “Plans (link)” … have these.` */
export function toldLinks(rows: readonly TableRow[], names: readonly string[], linked: readonly number[]): string[] {
  if (linked.length === 0) return [];
  const counts = linked.map((at) => {
    const count = rows.filter(({ links }) => links?.has(at) === true).length;
    return `${names[at] ?? ''} (${count})`;
  });
  const own = linked.map((_, index) => JSON.stringify(names[names.length - linked.length + index]));
  const more = linked.length > mostNamed ? ' …' : '';
  return [
    `Cells lead to addresses that they do not show: ${counts.slice(0, mostNamed).join(', ')}${more}. ` +
      `The addresses are in columns of their own: ${own.slice(0, mostNamed).join(', ')}${more}.`,
  ];
}

const mostNamed = 10;
