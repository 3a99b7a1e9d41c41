import { useFormats } from '../../data/formats.ts';
import { fileSize } from '../../fields/file-size.ts';
import { Button } from '../../parts/button/button.tsx';
import { removeBoxFile, useBoxFiles } from './box-files.ts';
import style from './composer.module.css';

/** The files that go with an entry. */
export function BoxFilesList({ box }: { readonly box: string }) {
  const { count } = useFormats();
  const files = useBoxFiles(box);
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files of the entry" className={style.files}>
      {files.map((file, index) => (
        <li key={index} className={style.file}>
          <span className={style.fileName}>
            <bdi>{file.name}</bdi> <span className="quiet">{fileSize(file.size, count)}</span>
          </span>
          <Button look="bare" aria-label={`Remove ${file.name}`} onClick={() => removeBoxFile(box, file)}>
            ×
          </Button>
        </li>
      ))}
    </ul>
  );
}
