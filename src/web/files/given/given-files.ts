/** What somebody drops, pastes or picks: files to send, and what cannot be sent. */
export interface GivenFiles {
  readonly files: readonly File[];
  /** Folders. A browser gives no contents of them here. */
  readonly folders: readonly File[];
}

/** Whether something that is dragged or copied has files. */
export const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') === true;

/** The files that are dropped. */
export function droppedFiles(data: DataTransfer): GivenFiles {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const parts = items.map((item) => ({
    file: item.getAsFile(),
    isFolder: item.webkitGetAsEntry()?.isDirectory === true,
  }));
  const filesOf = (isFolder: boolean): readonly File[] =>
    parts.flatMap((part) => (part.file !== null && part.isFolder === isFolder ? [part.file] : []));
  return { files: filesOf(false), folders: filesOf(true) };
}

/**
 * The files that are pasted. A picture of the clipboard gets a name with its time. The picture that a table or a document
 * brings along with its text is none.
 */
export function pastedFiles(data: DataTransfer, { now, timeZone }: { now: Date; timeZone: string }): readonly File[] {
  if (data.types.includes('text/plain') && data.types.includes('text/html')) return [];
  return [...data.files].map((file) => {
    const [, ending] = /^image\.([a-z]+)$/i.exec(file.name) ?? [];
    return ending === undefined ? file : new File([file], `Screenshot ${stamp(now, timeZone)}.${ending}`, file);
  });
}

/** `2026-11-30 14.05`: a name has no colon on Windows. */
const stamp = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now).replace(':', '.');

/** Something that cannot be sent, with the reason. */
interface UnfitFile {
  readonly file: File;
  readonly fault: string;
}

/** Separates the files that can be sent from what cannot. */
export function sortedOut({ files, folders }: GivenFiles): {
  readonly fit: readonly File[];
  readonly unfit: readonly UnfitFile[];
} {
  const folderFault = 'This is a folder. Drop the files in it, or attach a link to the folder.';
  const isEmpty = ({ size }: File): boolean => size === 0;
  return {
    fit: files.filter((file) => !isEmpty(file)),
    unfit: [
      ...folders.map((file) => ({ file, fault: folderFault })),
      ...files.filter(isEmpty).map((file) => ({ file, fault: 'The file is empty.' })),
    ],
  };
}
