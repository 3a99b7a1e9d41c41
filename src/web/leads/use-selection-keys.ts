import { useKeys } from '../keys/keys.ts';
import { rowInFocus } from '../lists/grid/table-focus.ts';
import type { SelectedRows } from '../lists/selection/use-selection.ts';
import type { Lead } from './lead.ts';

interface SelectionKeys {
  readonly leads: readonly Lead[];
  /** The lead beside the list. */
  readonly selectedId: string | undefined;
  readonly selection: SelectedRows;
  /** Shows the next lead or the one before beside the list. */
  readonly step: (by: 1 | -1) => () => void;
  /** Whether the person may change leads. */
  readonly isOn: boolean;
}

/** The keys that select leads for a change together: `X` one, Shift with an arrow several. */
export function useSelectionKeys({ leads, selectedId, selection, step, isOn }: SelectionKeys): void {
  const select = (): void => {
    const id = rowInFocus() ?? selectedId;
    if (id !== undefined) selection.toggle(id);
  };
  const extend = (by: 1 | -1) => (): void => {
    const to = leads[leads.findIndex(({ id }) => id === selectedId) + by];
    if (!to) return;
    selection.extend(to.id, selectedId);
    step(by)();
  };
  useKeys(
    {
      x: { does: 'Select the lead', act: select },
      'shift+arrowdown': { does: 'Select more leads', act: extend(1) },
      'shift+arrowup': { does: 'Select more leads', act: extend(-1) },
    },
    { group: 'Rows', isMeant: () => isOn },
  );
}
