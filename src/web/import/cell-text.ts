/** A cell of the file as text; NDJSON and workbooks have other values too. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell.trim() : JSON.stringify(cell);
}
