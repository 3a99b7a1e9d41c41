import type { MouseEvent, ReactNode } from 'react';
import { contentAddress, type FileOwner, isPhoto, type OpenedFile } from '../file.ts';
import { useRecordFiles } from '../zone/record-files.ts';

interface Props {
  readonly file: OpenedFile;
  /** The files beside it, whose photos follow it. */
  readonly among?: readonly OpenedFile[];
  /** The record whose other photos follow too. */
  readonly owner?: FileOwner;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Opens a file: a link and a PDF in a tab, a photo in its place, and all others as a download. */
export function FileLink({ file, among = [file], owner, className, children = <bdi>{file.name}</bdi> }: Props) {
  const record = useRecordFiles();
  const shared = { className, 'data-file-link': '' };
  const inTab = { ...shared, target: '_blank', rel: 'noopener noreferrer' };
  if (file.kind === 'link') {
    return (
      <a href={file.url ?? undefined} {...inTab}>
        {children}
      </a>
    );
  }
  const showPhoto = (event: MouseEvent): void => {
    if (!record || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    record.showPhoto({ id: file.id, photos: among.filter(isPhoto), owner });
  };
  if (isPhoto(file) || file.media_type === 'application/pdf') {
    return (
      <a href={contentAddress(file, true)} {...inTab} onClick={isPhoto(file) ? showPhoto : undefined}>
        {children}
      </a>
    );
  }
  return (
    <a href={contentAddress(file)} download={file.name} {...shared}>
      {children}
    </a>
  );
}
