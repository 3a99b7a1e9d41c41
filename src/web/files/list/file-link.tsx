import type { ReactNode } from 'react';
import { contentAddress, isPhoto, type OpenedFile } from '../file.ts';

interface Props {
  readonly file: OpenedFile;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Opens a file: a link and a PDF in a tab, an image in its place, and all others as a download. */
export function FileLink({ file, className, children = <bdi>{file.name}</bdi> }: Props) {
  const inTab = { target: '_blank', rel: 'noopener noreferrer', className, 'data-file-link': '' };
  if (file.kind === 'link') {
    return (
      <a href={file.url ?? undefined} {...inTab}>
        {children}
      </a>
    );
  }
  if (file.media_type === 'application/pdf' || isPhoto(file)) {
    return (
      <a href={contentAddress(file, true)} {...inTab}>
        {children}
      </a>
    );
  }
  return (
    <a href={contentAddress(file)} download={file.name} className={className} data-file-link>
      {children}
    </a>
  );
}
