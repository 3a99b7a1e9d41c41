import { notImported, type ProblemGroup } from '../../../../resources/transfer/import-summary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../data/formats.ts';
import { labelOf } from '../../../../resources/labels.ts';
import { Button } from '../../../parts/button/button.tsx';
import { cellInWords } from '../../cell-in-words.ts';
import { type Import, isOpen } from '../../import.ts';
import { ValueField } from '../../map/value-field.tsx';
import { RowList } from '../row-list.tsx';
import run from '../run.module.css';
import type { Mendable } from './mended-mapping.ts';
import style from './summary.module.css';
import type { MendingState } from './use-mending.ts';

interface Props {
  readonly item: Import;
  readonly group: ProblemGroup;
  /** Null if no value can take the place of the texts. */
  readonly mendable: Mendable | null;
  readonly mending: MendingState;
  /** The choice that leaves a text as it is, in words. */
  readonly unchanged: string;
}

/** Rows with one kind of problem. It shows their texts, the values that can take their place, and the first rows. */
export function GroupView({ item, group, mendable, mending, unchanged }: Props) {
  const { count } = useFormats();
  const { column, field, message } = group;
  const name = column ?? (field === null ? 'The row' : labelOf(field));
  return (
    <li className={style.group}>
      <p>
        <strong dir="auto">{name}</strong> <span className="quiet">{rowsInWords(group, count)}</span>
      </p>
      <p dir="auto">{message.endsWith('.') ? message : `${name} ${message}.`}</p>
      <Texts group={group} />
      {mendable && (
        <ul className={style.mending} aria-label={`Values of ${name} to replace`}>
          {mendable.texts.map((text) => (
            <li key={text}>
              <ValueField
                text={text}
                choices={mendable.choices}
                unchanged={unchanged}
                value={mending.chosen[mendable.to]?.[text]}
                onChange={(value) => mending.choose(mendable.to, text, value)}
              />
            </li>
          ))}
        </ul>
      )}
      <Rows item={item} group={group} name={name} />
    </li>
  );
}

/** A column that is not imported has filled cells, not problems. */
function rowsInWords({ code, count: rows }: ProblemGroup, count: (count: number) => string): string {
  if (code === notImported) return `${count(rows)} filled`;
  return rows === 1 ? '1 row' : `${count(rows)} rows`;
}

interface RowsProps extends Pick<Props, 'item' | 'group'> {
  readonly name: string;
}

/** The first rows of a group, on request, and the way to its column. */
function Rows({ item, group: { column, rows, count }, name }: RowsProps) {
  const [isShown, setShown] = useState(false);
  const all = count === 1 ? 'the row' : 'the rows';
  const verb = `${isShown ? 'Hide' : 'Show'} ${count > rows.length ? `the first ${rows.length} rows` : all}`;
  return (
    <>
      <div className={run.actions}>
        <Button look="bare" aria-expanded={isShown} aria-label={`${verb}: ${name}`} onClick={() => setShown(!isShown)}>
          {verb}
        </Button>
        {column !== null && isOpen(item) && (
          <Link
            to={`/import/${item.id}` as never}
            search={{ step: 'map', column } as never}
            className={run.link}
            aria-label={`Change the field of ${column}`}
          >
            Change the field
          </Link>
        )}
      </div>
      {isShown && <RowList item={item} filter={{ number: rows.join(',') }} label={`Rows: ${name}`} />}
    </>
  );
}

/** `“Won!” 12, “Lost?” 3 …` */
function Texts({ group: { values, has_more_values: hasMore } }: { readonly group: ProblemGroup }) {
  const { count } = useFormats();
  if (values.length === 0) return null;
  return (
    <ul className={style.texts} aria-label="Texts of the file">
      {values.map(({ value, count: rows }) => (
        <li key={value}>
          <span dir="auto">“{cellInWords(value)}”</span> <span className="quiet">{count(rows)}</span>
        </li>
      ))}
      {hasMore && <li className="quiet">and others</li>}
    </ul>
  );
}
