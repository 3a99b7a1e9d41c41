import type { ImportStatus } from '../../resources/transfer/imports.ts';
import type { Import } from './import.ts';

const words: Readonly<Record<ImportStatus, string>> = {
  draft: 'Not run yet',
  checking: 'Dry run is on its way',
  checked: 'Dry run is done',
  running: 'Running',
  complete: 'Complete',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undo is on its way',
  undone: 'Undone',
};

/** The state of an import, for people. */
export function stateInWords({ status, file }: Pick<Import, 'status' | 'file'>): string {
  const state = status === 'draft' && file === null ? 'Not run' : words[status];
  return file === null ? `${state}, file deleted` : state;
}
