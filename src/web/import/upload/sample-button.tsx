import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { saveFile } from '../save-file.ts';
import { sampleFile } from './samples.ts';
import { Button } from '../../parts/button/button.tsx';

/** Saves a file with the usual columns, to fill in. */
export const SampleButton = ({ family }: { readonly family: ImportedFamily }) => (
  <Button onClick={() => saveFile(sampleFile(family), `sample-${family}.csv`, 'text/csv;charset=utf-8')}>
    Save a sample file for {family}
  </Button>
);
