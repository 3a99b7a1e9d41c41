import type { ViewContext } from '../../fields/field-view.ts';
import { nothing } from '../../data/formats.ts';
import type { ListColumn } from '../columns/columns.ts';
import { CellEditor } from '../edit/cell-editor.tsx';
import type { ListedRecord } from '../../data/records.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import { cellText, isLateCell } from './cell-text.ts';
import style from './grid.module.css';
import type { RowActions } from './row-actions.ts';

interface Props {
  readonly plural: string;
  readonly record: ListedRecord;
  readonly column: ListColumn;
  readonly context: ViewContext;
  readonly index: number;
  /** Its column in the grid. */
  readonly place: number;
  readonly isLink: boolean;
  /** The text that opened the editor; null while the cell is not edited. */
  readonly begin: { readonly text: string | null } | null;
  readonly isFaulty: boolean;
  /** The properties of an element that the focus can be in. */
  readonly placed: object;
  readonly actions: RowActions;
}

/** A cell: its text, or its editor. */
export function GridCell(props: Props) {
  const { plural, record, column, context, index, place, isLink, begin, isFaulty, placed, actions } = props;
  const text = cellText(column, record, context);
  const cell = {
    role: 'gridcell',
    'aria-colindex': place + 1,
    className: `${style.cell} ${column.isNumber ? style.number : ''} ${index === 0 ? style.first : ''}`,
    ...(isFaulty ? { 'aria-invalid': true } : {}),
    onDoubleClick: () => actions.edit(record, column),
  };
  const editor = begin && (
    <CellEditor
      record={record}
      column={column}
      context={context}
      begin={begin.text}
      onSave={(given, leaving) => {
        actions.save(record, column, given);
        actions.leave(leaving);
      }}
      onCancel={(leaving) => {
        actions.close();
        actions.leave(leaving);
      }}
    />
  );
  if (isLink) {
    return (
      <div {...cell}>
        {editor ?? (
          <RecordLink plural={plural} id={record.id} className={style.link} {...placed}>
            <bdi className={style.text}>{text ?? 'Without a name'}</bdi>
          </RecordLink>
        )}
      </div>
    );
  }
  return (
    <div {...cell} {...placed}>
      {editor ?? <Shown text={text} isLate={isLateCell(column, record)} />}
    </div>
  );
}

/** The text of a cell. A late date is red, and says so. */
function Shown({ text, isLate }: { readonly text: string | null; readonly isLate: boolean }) {
  if (text === null) return <span className="quiet">{nothing}</span>;
  if (!isLate) return <bdi className={style.text}>{text}</bdi>;
  return (
    <bdi className={`${style.text} ${style.late}`}>
      {text}
      <span className="hidden-text">, overdue</span>
    </bdi>
  );
}
