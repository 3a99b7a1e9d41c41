import { useEffect, useRef } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import type { Stage } from '../../data/directory.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { useKeys } from '../../keys/keys.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import { type Search, filtersOf } from '../../queries/address.ts';
import { focusTable, rowInFocus } from '../grid/table-focus.ts';
import type { ListedRecord } from '../../data/records.ts';
import type { SelectedRows } from '../selection/use-selection.ts';
import type { LoadedList } from '../use-list.ts';
import { type BulkAction, BulkBar, selectedText } from './bulk-bar.tsx';
import { BulkDialogs, type OpenBulk } from './bulk-dialogs.tsx';
import { be, counted, pluralWords } from '../../fields/nouns.ts';
import type { BulkTargets } from './read-targets.ts';
import type { BulkOutcome, Work } from './run-bulk.ts';
import { undoBulk } from './undo-bulk.ts';

interface Props {
  readonly resource: Resource;
  readonly search: Search;
  readonly listed: LoadedList;
  readonly selection: SelectedRows;
  readonly context: ViewContext;
  readonly open: OpenBulk | null;
  readonly setOpen: (open: OpenBulk | null) => void;
  /** Called after records have changed, so that the table shows it. */
  readonly onChanged: (ids: readonly string[], kind: Work['kind'] | 'restore') => void;
}

/** The actions on the selected rows, by buttons and by keys. Without a selection, keys act on the focused row. */
export function BulkTools({ resource, search, listed, selection, context, open, setOpen, onChanged }: Props) {
  const { list, rows, total } = listed;
  const { formats } = context;
  const { ids, isEvery } = selection;
  const count = isEvery ? total : ids.size;
  const begin = (kind: 'form' | 'assign' | 'move' | 'delete', row: string | null = null): void => {
    const targets = row === null ? targetsOf(selection, search, total) : { ids: [row] };
    const name = nameOfRow(rows, row);
    const number = row === null ? count : 1;
    const what = name ?? (number === null ? `all ${pluralWords(resource)}` : counted(number, resource, formats));
    setOpen({ kind, targets, what });
  };
  const finish = (work: Work, outcome: BulkOutcome): void => {
    report({ resource, work, outcome, context, onChanged });
    const { failed, unsent } = outcome;
    const left = [...failed.map(({ id }) => id), ...unsent];
    if (left.length > 0) selection.select(left);
    else if (work.kind === 'delete') selection.clear();
    setOpen(left.length > 0 ? { kind: 'result', work, outcome } : null);
  };
  useBulkKeys({ resource, selection, begin });
  useKeptFocus(rows, selection);
  const isProjects = resource.plural === 'projects';
  const actions: readonly BulkAction[] = [
    ...(isProjects ? [{ name: 'Give to', key: 'a', run: () => begin('assign') }] : []),
    ...(isProjects ? [{ name: 'Move', key: 'm', run: () => begin('move') }] : []),
    { name: 'Change', run: () => begin('form') },
    { name: 'Delete', key: 'Delete', look: 'danger', run: () => begin('delete') },
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
          hasMore={list.hasNextPage}
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

const targetsOf = ({ ids, isEvery }: SelectedRows, search: Search, total: number | null): BulkTargets =>
  isEvery ? { query: filtersOf(search), stated: total } : { ids: [...ids] };

function nameOfRow(rows: readonly ListedRecord[], id: string | null): string | null {
  const name = rows.find((row) => row.id === id)?.['name'];
  return typeof name === 'string' ? name : null;
}

interface BulkKeys {
  readonly resource: Resource;
  readonly selection: SelectedRows;
  readonly begin: (kind: 'assign' | 'move' | 'delete', row?: string | null) => void;
}

function useBulkKeys({ resource, selection, begin }: BulkKeys): void {
  const act = (kind: 'assign' | 'move' | 'delete') => (): void => {
    if (selection.ids.size > 0) begin(kind);
    else {
      const row = rowInFocus();
      if (row !== null) begin(kind, row);
    }
  };
  const command = { isCommand: true, when: () => selection.ids.size > 0 || rowInFocus() !== null } as const;
  const ofProjects = {
    a: { does: 'Give to an estimator', act: act('assign'), ...command },
    m: { does: 'Move to a stage', act: act('move'), ...command },
  };
  useKeys(
    {
      ...(resource.plural === 'projects' ? ofProjects : {}),
      delete: { does: 'Delete', act: act('delete'), ...command },
      escape: { does: 'Select nothing', act: () => selection.clear() },
      'ctrl+a': { does: 'Select all loaded rows', act: () => selection.selectLoaded() },
    },
    { group: 'Rows' },
  );
}

/** A control or a row that had the focus may be gone after a change. The table takes the focus then. */
function useKeptFocus(rows: readonly ListedRecord[], { ids, isEvery }: SelectedRows): void {
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
