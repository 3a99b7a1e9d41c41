import { X } from '../../parts/icons/icons.tsx';
import { useState } from 'react';
import type { MappedColumn } from '../../../resources/transfer/mapping.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import type { FileColumn } from '../../../resources/transfer/imports.ts';
import type { MappingEditing } from './mapping/editing.ts';
import { Faults } from './faults.tsx';
import style from './map.module.css';
import { type MappingEntry, removed, replaced, rootOf } from './mapping/mapping-edits.ts';
import { ReferenceFields } from './reference-fields.tsx';
import { Sources } from './sources.tsx';
import { readingInWords, Steps } from './steps.tsx';
import { TargetDialog } from './target-dialog.tsx';
import { targetLabel } from './mapping/targets.ts';

interface Props {
  readonly editing: MappingEditing;
  readonly column: FileColumn;
  readonly entry: MappingEntry;
}

/** A field that a column fills, and how the column is read for it. */
export function EntryView({ editing, column, entry }: Props) {
  const { mapping, targets, change, faultsAt } = editing;
  const { index, column: mapped } = entry;
  const [isChoosing, setChoosing] = useState(false);
  const label = targetLabel(targets, mapped.to);
  const faults = faultsAt(mapped);
  const isWrongRead = faults.some(({ pointer = '' }) => pointer.includes('/transform/') || pointer.includes('/from/'));
  const become = (next: MappedColumn): void => change(replaced(mapping, index, next));
  return (
    <div className={style.entry}>
      <div className={style.target}>
        <Button
          className={style.field}
          aria-label={`${column.name} fills ${label}. Change it`}
          aria-invalid={faults.length > 0}
          onClick={() => setChoosing(true)}
        >
          {label}
        </Button>
        <Button
          look="bare"
          aria-label={`Do not fill ${label} from ${column.name}`}
          onClick={(event) => {
            const row = event.currentTarget.closest('li');
            change(removed(mapping, index));
            // The button leaves with its field.
            requestAnimationFrame(() => row?.querySelector<HTMLElement>('button')?.focus());
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      <Faults faults={faults} />
      {isOfReference(editing, entry) && <ReferenceFields editing={editing} name={rootOf(mapped.to)} />}
      <details className={style.reading} open={isWrongRead || undefined}>
        <summary className={style.summary}>Read {readingInWords(mapped)}</summary>
        <div className={style.readingParts}>
          <Sources editing={editing} mapped={mapped} onChange={become} />
          <Steps editing={editing} column={column} mapped={mapped} onChange={become} />
          <Choice
            name="A blank cell"
            className={style.choice}
            value={mapped.blank ?? 'keep'}
            options={blanks}
            onChange={(blank) => become({ ...mapped, blank: blank as 'keep' | 'clear' })}
          />
          <Choice
            name="A cell that cannot be read"
            className={style.choice}
            value={mapped.invalid ?? 'keep'}
            options={invalids}
            onChange={(invalid) => become({ ...mapped, invalid: invalid as 'keep' | 'reject' })}
          />
        </div>
      </details>
      {isChoosing && (
        <TargetDialog editing={editing} column={column} entry={entry} onClose={() => setChoosing(false)} />
      )}
    </div>
  );
}

const blanks = [
  ['keep', 'keeps the value of the record'],
  ['clear', 'clears the value of the record'],
] as const;

const invalids = [
  ['keep', 'leaves the field as it is'],
  ['reject', 'rejects the row'],
] as const;

/** Whether the rule of a reference stands here: at the first column that names it. */
function isOfReference({ mapping, targets }: MappingEditing, { index, column }: MappingEntry): boolean {
  const root = rootOf(column.to);
  const isReference = targets.get(root)?.field?.kind === 'reference' || targets.get(root)?.field?.kind === 'references';
  return isReference && mapping.columns.findIndex(({ to }) => rootOf(to) === root) === index;
}
