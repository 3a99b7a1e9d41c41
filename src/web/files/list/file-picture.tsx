import { contentAddress, isPhoto, type OpenedFile } from '../file.ts';
import style from './file-picture.module.css';

/** A larger image would cost more than it shows. */
const mostShownBytes = 5_000_000;

interface Props {
  readonly file: OpenedFile;
  /** The words for it, if no name stands beside it. */
  readonly alt?: string;
}

/** The image itself, or the ending of its name. */
export function FilePicture({ file, alt = '' }: Props) {
  if (isPhoto(file) && (file.size ?? 0) <= mostShownBytes) {
    return <img src={contentAddress(file, true)} alt={alt} loading="lazy" decoding="async" className={style.picture} />;
  }
  const said = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  return (
    <span {...said} className={`label ${style.picture}`}>
      {file.kind === 'link' ? 'Link' : endingOf(file.name)}
    </span>
  );
}

/** `pdf`. A long ending is no sign of a kind. */
const endingOf = (name: string): string => /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ?? 'File';
