import { createContext, useContext } from 'react';
import { useFormats } from '../../data/formats.ts';
import { fileSize } from '../../fields/file-size.ts';
import { hostOf, type ListedFile } from '../file.ts';
import { FileLink } from './file-link.tsx';
import { FilePicture } from './file-picture.tsx';
import { FileWords } from './file-words.tsx';
import style from './note-files.module.css';

/** The files of the notes on the screen, by the note. */
export const NoteFilesContext = createContext<ReadonlyMap<string, readonly ListedFile[]>>(new Map());

/** The files of a note, below its text. */
export function NoteFiles({ noteId }: { readonly noteId: string }) {
  const { count } = useFormats();
  const files = useContext(NoteFilesContext).get(noteId) ?? [];
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files of the note" className={style.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileLink file={file} among={files} className={style.file}>
            <FilePicture file={file} />
            <FileWords
              name={file.name}
              about={file.url === null ? fileSize(file.size ?? 0, count) : hostOf(file.url)}
            />
          </FileLink>
        </li>
      ))}
    </ul>
  );
}
