import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import style from './csv-dialog.module.css';
import { type CsvFile, writeCsv } from './write-csv.ts';

interface Props {
  readonly file: CsvFile;
  /** The number of all matching records, if it is known. */
  readonly total: number | null;
  readonly onClose: () => void;
}

/** Reads all matching records and saves them as a file. Closing it stops the reading. */
export function CsvDialog({ file, total, onClose }: Props) {
  const { count } = useFormats();
  const [read, setRead] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ file, onClose });
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    writeCsv(latest.current.file, { signal, onRead: setRead })
      .then(() => latest.current.onClose())
      .catch((fault: unknown) => {
        if (!signal.aborted) setError(fault);
      });
    return () => ending.abort();
  }, [attempt]);
  const retry = (): void => {
    setError(null);
    setRead(0);
    setAttempt(attempt + 1);
  };
  return (
    <Dialog title="Save as CSV" onClose={onClose}>
      {error === null ? (
        <>
          <p role="status">
            {total === null ? `${count(read)} rows read` : `${count(read)} of ${count(total)} rows read`}
          </p>
          <progress
            className={style.progress}
            aria-label="Rows read"
            {...(total === null ? {} : { value: read, max: Math.max(1, total) })}
          />
        </>
      ) : (
        <Failure error={error} onRetry={retry} />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}
