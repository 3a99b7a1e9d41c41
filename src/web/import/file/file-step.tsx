import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../parts/failure/failure.tsx';
import { Section } from '../../parts/section/section.tsx';
import { useFormats } from '../../data/formats.ts';
import { fileSize } from '../../fields/file-size.ts';
import type { FileFormat } from '../../../resources/transfer/imports.ts';
import { changeImport, type Import, isOpen } from '../import.ts';
import { FileColumns } from './file-columns.tsx';
import style from './file.module.css';
import { FormatFields } from './format-fields.tsx';

/** The step that shows what the service has found in the file. The person can correct each part. */
export function FileStep({ item }: { readonly item: Import }) {
  const { count } = useFormats();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (format: Partial<FileFormat>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await changeImport(item.id, { format });
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {item.file ? (
        <p>
          <strong dir="auto">{item.file.name ?? 'The file'}</strong>{' '}
          <span className="quiet">{fileSize(item.file.bytes, count)}</span>
        </p>
      ) : (
        <p className="quiet">The file is deleted.</p>
      )}
      {item.oddities.length > 0 && (
        <ul className={style.oddities} aria-label="What is unusual">
          {item.oddities.map((oddity) => (
            <li key={oddity}>{oddity}</li>
          ))}
        </ul>
      )}
      <FormatFields item={item} isBusy={isBusy} onChange={(format) => void change(format)} />
      {error !== null && <Failure error={error} />}
      <Section title="Columns" note={count(item.columns.length)}>
        <FileColumns columns={item.columns} />
      </Section>
      {isOpen(item) && (
        <p className={style.foot}>
          <Link to={`/import/${item.id}` as never} search={{ step: 'map' } as never} className={style.next}>
            Continue to the fields
          </Link>
        </p>
      )}
    </>
  );
}
