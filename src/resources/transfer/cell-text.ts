/**
 * A number of a workbook that its cell shows with zeros at its end: 26.1 as `26.10`. A field of texts takes what the cell
 * shows, other fields take the number.
 */
export interface ShownNumber {
  readonly number: number;
  readonly shown: string;
}

/** Whether a cell is a number that the file shows in another form. */
export const isShownNumber = (cell: unknown): cell is ShownNumber =>
  typeof cell === 'object' &&
  cell !== null &&
  Object.keys(cell).length === 2 &&
  'number' in cell &&
  'shown' in cell &&
  typeof cell.number === 'number' &&
  typeof cell.shown === 'string';

/** A cell without the form in which the file shows its number. */
export const withoutForm = (cell: unknown): unknown => (isShownNumber(cell) ? cell.number : cell);

/** A cell as the file shows it. */
export const asShown = (cell: unknown): unknown => (isShownNumber(cell) ? cell.shown : cell);

/** A cell of a file as text, as a person reads it. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const shown = asShown(cell);
  if (typeof shown === 'string') return shown;
  return typeof shown === 'number' || typeof shown === 'boolean' ? String(shown) : JSON.stringify(shown);
}
