import { useEffect, useState } from 'react';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import style from './upload.module.css';
import { sampleFile } from './samples.ts';

/** A file with the usual columns, to fill in. */
export function SampleLink({ family }: { readonly family: ImportedFamily }) {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([sampleFile(family)], { type: 'text/csv;charset=utf-8' }));
    setHref(address);
    return () => URL.revokeObjectURL(address);
  }, [family]);
  return (
    <a className={style.link} href={href} download={`sample-${family}.csv`}>
      Sample file for {family}
    </a>
  );
}
