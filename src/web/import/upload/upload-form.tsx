import { resourceOf } from '../../../resources/index.ts';
import { oneOf } from '../../../resources/in-words.ts';
import { type ImportedFamily, importedFamilies } from '../../../resources/transfer/imports.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';
import { FileChoice } from './file-choice.tsx';
import { saveFile } from '../save-file.ts';
import { sampleFile } from './samples.ts';
import style from './upload.module.css';
import { useUpload } from './use-upload.ts';

interface Props {
  readonly family: ImportedFamily;
  readonly onFamily: (family: string) => void;
}

/** Chooses what the rows of a file are, and the file, and sends it. */
export function UploadForm({ family, onFamily }: Props) {
  const { file, share, error, choose, send, cancel } = useUpload();
  const isBusy = share !== null;
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send(family);
      }}
    >
      <Labelled label="Each row of the file is">
        {(input) => (
          <select {...input} value={family} disabled={isBusy} onChange={({ target }) => onFamily(target.value)}>
            {importedFamilies.map((one) => (
              <option key={one} value={one}>
                {oneOf(resourceOf(one))}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div>
        <Button onClick={() => saveFile(sampleFile(family), `sample-${family}.csv`, 'text/csv;charset=utf-8')}>
          Save a sample file for {family}
        </Button>
      </div>
      <FileChoice file={file} isBusy={isBusy} onChoose={choose} />
      {error !== null && <Failure error={error} />}
      {share !== null && <Sending share={share} onCancel={cancel} />}
      {file && !isBusy && (
        <div className={style.foot}>
          <Button look="filled" type="submit">
            {error === null ? 'Upload and check the file' : 'Try again'}
          </Button>
          <p className="small quiet">Nothing is imported yet.</p>
        </div>
      )}
    </form>
  );
}

function Sending({ share, onCancel }: { readonly share: number; readonly onCancel: () => void }) {
  const { percent } = useFormats();
  return (
    <div className={style.foot}>
      <progress className={style.progress} aria-label="Upload" value={share} max={1} />
      <p role="status">{share < 1 ? `${percent(share)} sent` : 'The service reads the file.'}</p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
