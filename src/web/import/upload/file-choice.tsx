import { type DragEvent, useId, useRef, useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { fileSize } from '../../fields/file-size.ts';
import style from './upload.module.css';

interface Props {
  readonly file: File | null;
  readonly isBusy: boolean;
  readonly onChoose: (file: File) => void;
}

const accepted = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,text/csv,text/tab-separated-values';

/** Takes a file by a button, or where it is dropped. */
export function FileChoice({ file, isBusy, onChoose }: Props) {
  const { count } = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !isBusy) onChoose(dropped);
  };
  return (
    <div
      className={style.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={id} className="hidden-text">
        File
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accepted}
        className="hidden-text"
        tabIndex={-1}
        disabled={isBusy}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
          // An empty value lets the person choose the file again after mending it.
          target.value = '';
        }}
      />
      {file && (
        <p className={style.chosen}>
          <strong dir="auto">{file.name}</strong> <span className="quiet">{fileSize(file.size, count)}</span>
        </p>
      )}
      <Button look={file ? 'plain' : 'filled'} disabled={isBusy} onClick={() => input.current?.click()}>
        {file ? 'Choose another file' : 'Choose file'}
      </Button>
      <p className="small quiet">or drop it here. CSV, TSV, Excel (XLSX) or NDJSON.</p>
    </div>
  );
}
