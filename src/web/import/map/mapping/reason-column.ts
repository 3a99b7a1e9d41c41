import { problemsColumn } from '../../../../resources/transfer/imports.ts';
import type { Import } from '../../import.ts';

/** Whether a column has the reasons of an earlier import: the last one of a file of rejected rows. */
export const isReasonColumn = ({ columns }: Import, name: string): boolean =>
  name === problemsColumn && columns.at(-1)?.name === name;
