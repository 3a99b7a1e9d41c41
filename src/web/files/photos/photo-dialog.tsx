import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { useBackCloses } from '../../parts/dialog/back-closes.ts';
import { useModal } from '../../parts/dialog/use-modal.ts';
import { X } from '../../parts/icons/icons.tsx';
import { ChevronLeft, ChevronRight, Download } from '../../parts/icons/screen-icons.tsx';
import { contentAddress, type FileOwner, isPhoto, type OpenedFile } from '../file.ts';
import { filesQuery } from '../files-query.ts';
import type { OpenedPhoto } from '../zone/record-files.ts';
import style from './photo-dialog.module.css';

interface Props extends OpenedPhoto {
  readonly onClose: () => void;
}

/** The most files of a record among which the dialog finds photos. */
const mostFiles = 500;

const nobody: FileOwner = { plural: 'projects', id: '' };

/** Shows a photo over the page. The arrows, and a press on the photo, lead to the others; Escape closes it. */
export function PhotoDialog({ id, photos: listed, owner, onClose }: Props) {
  const [shown, setShown] = useState(id);
  const all = useQuery({ ...filesQuery(owner ?? nobody, mostFiles), enabled: owner !== undefined }).data?.rows;
  const photos = all?.filter(isPhoto) ?? listed;
  const at = Math.max(
    0,
    photos.findIndex((one) => one.id === shown),
  );
  const dialog = useModal((opened) => {
    opened.focus();
    return undefined;
  });
  useBackCloses(onClose);
  const photo = photos[at];
  const next = photos[at + 1];
  useEffect(() => {
    if (next) new Image().src = contentAddress(next, true);
  }, [next]);
  const step = (by: number): void => setShown(photos[at + by]?.id ?? shown);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: photos.length - 1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (to !== undefined) step(to - at);
    else return;
    event.preventDefault();
  };
  if (!photo) return null;
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      aria-label={photo.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // A browser can close it by itself, for example by the Back gesture of a phone.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={style.head}>
        <p className={style.name} role="status">
          <bdi>{photo.name}</bdi>
          {photos.length > 1 && ` · ${String(at + 1)} of ${String(photos.length)}`}
        </p>
        <a href={contentAddress(photo)} download={photo.name} className={style.button} aria-label="Download">
          <Download aria-hidden />
        </a>
        <button type="button" className={style.button} aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </button>
      </header>
      <Picture key={photo.id} photo={photo} onPress={() => step(1)} />
      {photos.length > 1 && (
        <footer className={style.foot}>
          <Button aria-label="Previous photo" disabled={at === 0} onClick={() => step(-1)}>
            <ChevronLeft aria-hidden />
          </Button>
          <Button aria-label="Next photo" disabled={next === undefined} onClick={() => step(1)}>
            <ChevronRight aria-hidden />
          </Button>
        </footer>
      )}
    </dialog>
  );
}

/** The photo, or words if the browser cannot show it. */
function Picture({ photo, onPress }: { readonly photo: OpenedFile; readonly onPress: () => void }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className={style.broken}>The browser cannot show this photo. Download it instead.</p>;
  return (
    <img
      src={contentAddress(photo, true)}
      alt={photo.name}
      className={style.picture}
      onClick={onPress}
      onError={() => setBroken(true)}
    />
  );
}
