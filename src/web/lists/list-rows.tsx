import { useState } from 'react';
import { Button } from '../parts/button/button.tsx';
import { useMedia } from '../parts/use-media.ts';
import { usePrinting } from '../parts/use-printing.ts';
import { Grid, type GridProps } from './grid/grid.tsx';
import { NarrowRows } from './grid/narrow-rows.tsx';
import style from './list-screen.module.css';
import { PrintedList } from './print/printed-list.tsx';

/** The rows of a list: as a grid, on a narrow screen one below the other, on paper as a plain table. */
export function ListRows(props: GridProps) {
  const { plural, label, rows, total, columns, context, changing, onEnd } = props;
  const isNarrow = useMedia('(width < 720px)');
  const isPrinting = usePrinting();
  const [isOn, setOn] = useState(false);
  if (isPrinting) return <PrintedList {...{ rows, total, columns, context }} />;
  if (!isNarrow) return <Grid {...props} />;
  const isSelecting = changing !== null && (isOn || changing.selection.ids.size > 0);
  const end = (): void => {
    setOn(false);
    changing?.selection.clear();
  };
  return (
    <>
      {changing && (
        <div className={style.selecting} data-chrome>
          {isSelecting ? (
            <>
              <Button look="bare" onClick={end}>
                Done
              </Button>
              <Button look="bare" onClick={changing.selection.selectLoaded}>
                Select all rows
              </Button>
            </>
          ) : (
            <Button look="bare" onClick={() => setOn(true)}>
              Select
            </Button>
          )}
        </div>
      )}
      <NarrowRows
        {...{ plural, label, rows, columns, context, onEnd }}
        selection={isSelecting ? changing.selection : null}
      />
    </>
  );
}
