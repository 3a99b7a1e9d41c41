import { useState } from 'react';
import { typeWords } from '../file/file-columns.tsx';
import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { Button } from '../../parts/button/button.tsx';
import { cellInWords } from '../cell-in-words.ts';
import type { MappingEditing } from './mapping/editing.ts';
import { EntryView } from './entry-view.tsx';
import style from './map.module.css';
import { usesOf } from './mapping/mapping-edits.ts';
import { isReasonColumn } from './mapping/reason-column.ts';
import { TargetDialog } from './target-dialog.tsx';
import { targetLabel } from './mapping/targets.ts';

interface Props {
  readonly editing: MappingEditing;
  readonly column: FileColumn;
}

/** A column of the file with some of its values, and the fields that it fills. */
export function ColumnRow({ editing, column }: Props) {
  const { name, type, samples } = column;
  const { own, beside } = usesOf(editing.mapping, name);
  const [isChoosing, setChoosing] = useState(false);
  const isUnused = own.length + beside.length === 0;
  return (
    <li className={style.column} data-column={name}>
      <div className={style.source}>
        <h2 className={style.name} dir="auto">
          {name}
        </h2>
        <p className="small quiet">{typeWords[type]}</p>
        <ul className={style.samples} aria-label={`Values of ${name}`}>
          {samples.slice(0, 3).map((sample) => (
            <li key={sample} dir="auto" className={style.sample}>
              {cellInWords(sample)}
            </li>
          ))}
        </ul>
      </div>
      <div className={style.fills}>
        {own.map((entry) => (
          <EntryView key={entry.index} editing={editing} column={column} entry={entry} />
        ))}
        {beside.length > 0 && (
          <p className="quiet">
            Used beside others for {beside.map(({ column: { to } }) => targetLabel(editing.targets, to)).join(', ')}.
          </p>
        )}
        {isUnused && (
          <p className="quiet">
            {isReasonColumn(editing.item, name) ? 'Reasons of the earlier import, not imported' : 'Not imported'}
          </p>
        )}
        <div>
          <Button
            look={isUnused ? 'plain' : 'bare'}
            aria-label={isUnused ? `Choose a field for ${name}` : `Fill another field from ${name}`}
            onClick={() => setChoosing(true)}
          >
            {isUnused ? 'Choose a field' : 'Fill another field'}
          </Button>
        </div>
      </div>
      {isChoosing && <TargetDialog editing={editing} column={column} entry={null} onClose={() => setChoosing(false)} />}
    </li>
  );
}
