import { useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { queryClient } from '../data/query-client.ts';
import { useSession } from '../data/session.ts';
import { isEditable, type PageField } from '../fields/page-field.ts';
import { toast } from '../toasts/toasts.ts';
import type { Search } from '../queries/address.ts';
import { dropRows, recount } from '../queries/list-cache.ts';
import { labelOf } from '../../resources/labels.ts';
import type { OpenBulk } from './bulk/bulk-dialogs.tsx';
import { nameIn } from './bulk/read-targets.ts';
import { useCellEdits } from './edit/cell-edits.ts';
import type { TableEditing } from './grid/changing.ts';
import { rereadLoaded } from './reread-loaded.ts';
import type { SelectedRows } from './selection/use-selection.ts';

interface EditedList {
  readonly resource: Resource;
  readonly query: Search;
  readonly selection: SelectedRows;
}

/**
 * The changes of the rows of a list, one cell or many records. `changing` is null for people who may only read, and in
 * the past.
 */
export function useChanging({ resource, query, selection }: EditedList) {
  const { plural } = resource;
  const canWrite = useSession().user.role !== 'viewer' && query['as_of'] === undefined;
  const edits = useCellEdits(resource);
  const [open, setOpen] = useState<OpenBulk | null>(null);
  const onEdit: TableEditing['onEdit'] = (record, column, begin) => {
    if (!isEditable(column)) toast(explanation(column, plural));
    // A move to another stage may ask for a date and a reason.
    else if (column.name === 'project_stage') {
      setOpen({ kind: 'move', targets: { ids: [record.id] }, what: nameIn(record) });
    } else edits.begin(record, column, begin);
  };
  const onChanged = (ids: readonly string[], kind: 'change' | 'delete' | 'restore'): void => {
    if (kind === 'delete') dropRows(plural, ids);
    else if (kind === 'restore') void queryClient.invalidateQueries({ queryKey: ['list', plural] });
    else void rereadLoaded(['list', plural, query], ids);
    void recount(['list', plural, query]);
    void queryClient.invalidateQueries({ queryKey: [plural] });
  };
  const changing: TableEditing | null = canWrite ? { selection, edits, onEdit } : null;
  return { changing, bulk: { open, setOpen, onChanged } };
}

/** Says how a value that nobody can change follows from others. The declaration of the field describes it. */
function explanation({ label, field }: PageField, plural: string): string {
  const [first = ''] = (field.description ?? '').split(/(?<=\.)\s/);
  const described = first
    .replace(/; read-only\.$/, '.')
    .replaceAll(/`([a-z_]+)`/g, (_, name: string) => `“${labelOf(name, plural)}”`);
  return `${label} cannot be changed here.${described === '' ? '' : ` ${described}`}`;
}
