import type { ReactNode } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { declaredFields } from './declared-fields.ts';
import { Fact } from './fact.tsx';
import style from './head-cells.module.css';
import { useCanChange } from './past.ts';
import { changeRecord, type LoadedRecord } from './record-query.ts';

/** A field in the head of a record. */
export interface HeadField {
  readonly name: string;
  /** A remark after its value. */
  readonly note?: ReactNode;
}

interface Props {
  readonly resource: Resource;
  readonly shown: LoadedRecord;
  readonly fields: readonly HeadField[];
  /** A last cell that is no field: a `div` with a `dt` and a `dd`. */
  readonly last?: ReactNode;
}

/** The main values of a record, like the title block of a drawing. Each value is edited in its place. */
export function HeadCells({ resource, shown, fields, last }: Props) {
  const canWrite = useCanChange();
  const declared = declaredFields(resource);
  return (
    <dl className={style.cells}>
      {fields.map(({ name, note }) => {
        const shape = declared.get(name);
        if (!shape) return null;
        return (
          <Fact
            key={name}
            shape={shape}
            record={shown.record}
            plural={resource.plural}
            canWrite={canWrite}
            note={note}
            onChange={(change) => changeRecord(resource, shown, change)}
          />
        );
      })}
      {last}
    </dl>
  );
}
