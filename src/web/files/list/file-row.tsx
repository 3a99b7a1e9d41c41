import { dayIn } from '../../../resources/written-dates/days.ts';
import { nameOf } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { Download } from '../../parts/icons/screen-icons.tsx';
import { fileSize } from '../../fields/file-size.ts';
import { joined } from '../../fields/joined.ts';
import { contentAddress, type FileOwner, hostOf, type ListedFile } from '../file.ts';
import { FileLink } from './file-link.tsx';
import { FilePicture } from './file-picture.tsx';
import { FileMenu } from './file-menu.tsx';
import { FileWords } from './file-words.tsx';
import style from './files.module.css';

interface Props {
  readonly file: ListedFile;
  readonly owner: FileOwner;
  /** The files of the list. */
  readonly among: readonly ListedFile[];
}

/** A file: its picture or kind, its name, which opens it, and its size, person and day; of a link the host. */
export function FileRow({ file, owner, among }: Props) {
  const { day, count, timeZone } = useFormats();
  const { kind, url, size, created_by: person, created_at: at } = file;
  const about = joined([
    kind === 'link' ? hostOf(url ?? '') : size !== null && fileSize(size, count),
    person && nameOf(person),
    day(dayIn(timeZone, new Date(at))),
  ]);
  return (
    <li className={style.file} data-file={file.id}>
      <FileLink file={file} among={among} owner={owner} className={style.opener}>
        <FilePicture file={file} />
        <FileWords name={file.name} about={about} />
      </FileLink>
      {kind === 'file' && (
        <a
          href={contentAddress(file)}
          download={file.name}
          className={style.button}
          aria-label={`Download ${file.name}`}
          data-chrome
        >
          <Download aria-hidden />
        </a>
      )}
      <FileMenu file={file} owner={owner} />
    </li>
  );
}
