import { Button } from '../parts/button/button.tsx';
import { usePrinting } from '../parts/use-printing.ts';
import { Grid, type GridProps } from './grid/grid.tsx';
import { NarrowRows } from './grid/narrow-rows.tsx';
import style from './list-screen.module.css';
import { PrintedList } from './print/printed-list.tsx';

interface Props extends GridProps {
  readonly isNarrow: boolean;
  /** Whether a person selects rows on a narrow screen. */
  readonly isSelecting: boolean;
  readonly onSelected: () => void;
}

/** The rows of a list: as a grid, on a narrow screen one below the other, on paper as a plain table. */
export function ListRows({ isNarrow, isSelecting: isOn, onSelected, ...props }: Props) {
  const { plural, label, rows, total, columns, context, changing, onEnd } = props;
  const isPrinting = usePrinting();
  if (isPrinting) return <PrintedList rows={rows} total={total} columns={columns} context={context} />;
  if (!isNarrow) return <Grid {...props} />;
  const isSelecting = changing !== null && (isOn || changing.selection.ids.size > 0);
  const end = (): void => {
    onSelected();
    changing?.selection.clear();
  };
  return (
    <>
      {isSelecting && (
        <div className={style.selecting} data-chrome>
          <Button look="bare" onClick={end}>
            Done
          </Button>
          <Button look="bare" onClick={changing.selection.selectLoaded}>
            Select all rows
          </Button>
        </div>
      )}
      <NarrowRows
        plural={plural}
        label={label}
        rows={rows}
        total={total}
        columns={columns}
        context={context}
        onEnd={onEnd}
        selection={isSelecting ? changing.selection : null}
      />
    </>
  );
}
