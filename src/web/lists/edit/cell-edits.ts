import { useRef, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { fieldBody, fieldKeys, fieldValue } from '../../fields/field-values.ts';
import type { ListColumn } from '../columns/columns.ts';
import type { ListedRecord } from '../../data/records.ts';
import { type CellChange, changeCell } from './change-cell.ts';

/** The cell that is being edited. */
export interface OpenCell {
  readonly id: string;
  /** The name of the column. */
  readonly name: string;
  /** The text that opened the editor; null for the value itself. */
  readonly begin: string | null;
  /** The version of the record that the person saw, so that a change that came meanwhile is noticed. */
  readonly version: number;
}

/** A change of a cell that failed. The typed text stays until the person sends it again or discards it. */
export interface CellFault {
  readonly change: CellChange;
  /** The typed text, or the name of the picked value. */
  readonly text: string;
  readonly reason: string;
  /** The version to send it again with, if somebody else has changed the same field. */
  readonly newer: number | null;
}

/** The cells of a list that are edited, and those whose change failed. */
export interface CellEdits {
  readonly open: OpenCell | null;
  readonly faults: readonly CellFault[];
  readonly begin: (record: ListedRecord, column: ListColumn, begin: string | null) => void;
  readonly save: (record: ListedRecord, column: ListColumn, given: EditorResult) => void;
  readonly close: () => void;
  readonly retry: (fault: CellFault) => void;
  readonly discard: (fault: CellFault) => void;
}

/** The result of an editor: the value to send, the value to show meanwhile, and the text. */
export interface EditorResult {
  readonly sent: unknown;
  readonly shown: unknown;
  readonly text: string;
}

export function useCellEdits(resource: Resource): CellEdits {
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [faults, setFaults] = useState<readonly CellFault[]>([]);
  // A person's own change is no conflict, also if its answer came after the next editor was opened.
  const ownVersions = useRef(new Map<string, number>());
  const discard = ({ change }: CellFault): void =>
    setFaults((before) => before.filter((one) => !isSameCell(one.change, change)));
  const send = async (change: CellChange, text: string): Promise<void> => {
    const result = await changeCell(change);
    if ('version' in result) ownVersions.current.set(change.record.id, result.version);
    else {
      const fault = { change, text, ...result };
      setFaults((before) => [...before.filter((one) => !isSameCell(one.change, change)), fault]);
    }
  };
  return {
    open,
    faults,
    begin: (record, column, begin) =>
      setOpen({ id: record.id, name: column.name, begin, version: record.version ?? 0 }),
    save: (record, column, { sent, shown, text }) => {
      const seen = open?.version ?? record.version ?? 0;
      const version = Math.max(seen, ownVersions.current.get(record.id) ?? 0);
      const changed = { fields: fieldBody(column, sent), shown: fieldKeys(column, record, shown) };
      const change = { resource, record, column, version, ...changed };
      setOpen(null);
      setFaults((before) => before.filter((one) => !isSameCell(one.change, change)));
      if (JSON.stringify(shown) !== JSON.stringify(fieldValue(column, record))) void send(change, text);
    },
    close: () => setOpen(null),
    retry: (fault) => {
      discard(fault);
      void send({ ...fault.change, version: fault.newer ?? fault.change.version }, fault.text);
    },
    discard,
  };
}

const isSameCell = (one: CellChange, other: CellChange): boolean =>
  one.record.id === other.record.id && one.column.name === other.column.name;
