import { useEffect, useRef } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import type { Stage } from '../../data/directory.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { useKeys } from '../../keys/keys.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import { type Search, filtersOf } from '../../queries/address.ts';
import { focusTable, rowInFocus } from '../grid/table-focus.ts';
import type { SelectedRows } from '../selection/use-selection.ts';
import { type BulkAction, BulkBar, selectedText } from './bulk-bar.tsx';
import { BulkDialogs, type ChosenRecords, type OpenBulk } from './bulk-dialogs.tsx';
import type { BulkCommand } from './bulk-commands.ts';
import { be, counted, pluralWords } from '../../fields/nouns.ts';
import type { BulkTargets } from './read-targets.ts';
import type { BulkOutcome, Work } from './run-bulk.ts';
import { undoBulk } from './undo-bulk.ts';

interface Props {
  readonly resource: Resource;
  /** The address of the list. */
  readonly search: Search;
  readonly listed: ListedRows;
  readonly selection: SelectedRows;
  readonly context: ViewContext;
  /** The actions besides a change of any fields and a deletion. */
  readonly commands: readonly BulkCommand[];
  /** Whether a change ends the selection, because it may take the records from the list. */
  readonly isInbox?: boolean;
  readonly open: OpenBulk | null;
  readonly setOpen: (open: OpenBulk | null) => void;
  /** Called after records have changed, so that the list shows it. */
  readonly onChanged: (ids: readonly string[], kind: Work['kind'] | 'restore') => void;
}

/** The rows of a list that are loaded. */
interface ListedRows {
  readonly rows: readonly NamedRow[];
  /** The number of all records that match; null if it is not known. */
  readonly total: number | null;
  /** Whether more records match than are loaded. */
  readonly hasMore: boolean;
}

interface NamedRow {
  readonly id: string;
  readonly name?: unknown;
}

/** The actions on the selected rows, by buttons and by keys. Without a selection, keys act on the focused row. */
export function BulkTools(props: Props) {
  const { resource, search, listed, selection, context, commands, isInbox = false, open, setOpen, onChanged } = props;
  const { rows, total, hasMore } = listed;
  const { formats } = context;
  const { ids, isEvery } = selection;
  const begin = (start: BulkCommand['begin'], row: string | null = null): void => {
    const targets = row === null ? targetsOf(selection, search, total) : { ids: [row] };
    const number = row === null ? chosenCount(selection, total) : 1;
    const every = number === null ? `all ${pluralWords(resource)}` : counted(number, resource, formats);
    setOpen(start({ targets, what: nameOfRow(rows, row) ?? every }));
  };
  const finish = (work: Work, outcome: BulkOutcome): void => {
    report({ resource, work, outcome, context, onChanged });
    const { failed, unsent } = outcome;
    const left = [...failed.map(({ id }) => id), ...unsent];
    if (left.length > 0) selection.select(left);
    else if (work.kind === 'delete' || isInbox) selection.clear();
    setOpen(left.length > 0 ? { kind: 'result', work, outcome } : null);
  };
  useBulkKeys({ selection, commands, begin });
  useKeptFocus(rows, selection);
  const actions: readonly BulkAction[] = [
    ...commands.map(({ name, key, begin: start }) => ({ name, key, run: () => begin(start) })),
    { name: 'Change', run: () => begin(asForm) },
    { name: 'Delete', key: 'Delete', look: 'danger', run: () => begin(asDeletion) },
  ];
  const hidden = isEvery ? 0 : [...ids].filter((id) => !rows.some((row) => row.id === id)).length;
  return (
    <>
      <p role="status" className="hidden-text">
        {ids.size > 0 && selectedText({ isEvery, count: ids.size, total }, resource, formats)}
      </p>
      {ids.size > 0 && (
        <BulkBar
          resource={resource}
          selection={selection}
          hasMore={hasMore}
          total={total}
          hidden={hidden}
          actions={actions}
          loaded={rows.length}
        />
      )}
      <BulkDialogs
        resource={resource}
        open={open}
        context={context}
        onRun={(work) => open && 'targets' in open && setOpen({ kind: 'run', targets: open.targets, work })}
        onStage={(stage: Stage) => open?.kind === 'move' && setOpen({ ...open, kind: 'close', stage })}
        onDone={finish}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

const asForm = (chosen: ChosenRecords): OpenBulk => ({ kind: 'form', ...chosen });
const asDeletion = (chosen: ChosenRecords): OpenBulk => ({ kind: 'delete', ...chosen });

const chosenCount = ({ ids, isEvery }: SelectedRows, total: number | null): number | null =>
  isEvery ? total : ids.size;

const targetsOf = ({ ids, isEvery }: SelectedRows, search: Search, total: number | null): BulkTargets =>
  isEvery ? { query: filtersOf(search), stated: total } : { ids: [...ids] };

function nameOfRow(rows: readonly NamedRow[], id: string | null): string | null {
  const name = rows.find((row) => row.id === id)?.name;
  return typeof name === 'string' ? name : null;
}

interface BulkKeys {
  readonly selection: SelectedRows;
  readonly commands: readonly BulkCommand[];
  readonly begin: (start: BulkCommand['begin'], row?: string | null) => void;
}

function useBulkKeys({ selection, commands, begin }: BulkKeys): void {
  const act = (start: BulkCommand['begin']) => (): void => {
    if (selection.ids.size > 0) begin(start);
    else {
      const row = rowInFocus();
      if (row !== null) begin(start, row);
    }
  };
  const command = { isCommand: true, when: () => selection.ids.size > 0 || rowInFocus() !== null } as const;
  const own = commands.map(({ key, does, begin: start }) => [key, { does, act: act(start), ...command }] as const);
  useKeys(
    {
      ...Object.fromEntries(own),
      delete: { does: 'Delete', act: act(asDeletion), ...command },
      escape: { does: 'Select nothing', act: () => selection.clear() },
      'ctrl+a': { does: 'Select all loaded rows', act: () => selection.selectLoaded() },
    },
    { group: 'Rows' },
  );
}

/** A control or a row that had the focus may be gone after a change. The table takes the focus then. */
function useKeptFocus(rows: readonly NamedRow[], { ids, isEvery }: SelectedRows): void {
  const wasSelected = useRef(false);
  useEffect(() => {
    if (wasSelected.current && document.activeElement === document.body) focusTable();
    wasSelected.current ||= ids.size > 0;
  }, [rows, ids, isEvery]);
}

interface BulkReport {
  readonly resource: Resource;
  readonly work: Work;
  readonly outcome: BulkOutcome;
  readonly context: ViewContext;
  readonly onChanged: Props['onChanged'];
}

/** Says what was done, and offers to undo it. */
function report({ resource, work, outcome: { changed, failed }, context, onChanged }: BulkReport): void {
  const { formats } = context;
  const ids = changed.map(({ id }) => id);
  onChanged(ids, work.kind);
  if (ids.length === 0) {
    if (failed.length === 0) toast('Nothing has changed: the values are the same.');
    return;
  }
  const undo = canUndo(() => {
    void undoBulk({ resource, kind: work.kind, changed, formats }).then((undone) =>
      onChanged(undone, work.kind === 'delete' ? 'restore' : 'change'),
    );
  });
  const done = work.kind === 'delete' ? 'deleted' : work.done;
  const subject =
    ids.length === 1 ? (changed[0]?.name ?? counted(1, resource, formats)) : counted(ids.length, resource, formats);
  toast(`${subject} ${be(ids.length)} ${done}.`, { action: { name: 'Undo', run: undo } });
}
