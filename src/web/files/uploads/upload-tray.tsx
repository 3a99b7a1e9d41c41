import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useConnection } from '../../data/connection.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../parts/button/button.tsx';
import { FileWords } from '../list/file-words.tsx';
import { cancelUpload, sendLostAgain, tryAgain, type Upload, useUploads } from './uploads.ts';
import style from './upload-tray.module.css';

let isShown = false;

/**
 * Shows the tray of the uploads beside the page, once for as long as the page lives. It has a root of its own: so the
 * first load of the page has nothing of it, and no screen ends it.
 */
export function showTray(): void {
  if (isShown) return;
  isShown = true;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UploadTray />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** The rows of the tray. Hundreds of photos would slow down the page at each step of their progress. */
const mostShown = 20;

/** The files on their way, each with its progress, and the failed ones with their reasons. */
function UploadTray() {
  const uploads = useUploads();
  const isLive = useConnection().kind === 'live';
  useEffect(() => {
    if (isLive) sendLostAgain();
  }, [isLive]);
  if (uploads.length === 0) return null;
  const ended = uploads.filter(({ state }) => state === 'done' || state === 'failed').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const isUnderWay = ended < uploads.length;
  // Those that are done make room for the others.
  const shown = uploads.filter(({ state }) => state !== 'done');
  return (
    <section aria-label="Uploads" className={style.tray} data-chrome>
      <header className={style.head}>
        <h2 role="status" className={style.title}>
          {isUnderWay ? `Uploading ${String(ended + 1)} of ${String(uploads.length)}` : notSent(failed)}
        </h2>
        <Button look="bare" onClick={() => uploads.forEach(({ id }) => cancelUpload(id))}>
          {isUnderWay ? 'Cancel all' : 'Dismiss'}
        </Button>
      </header>
      <ul className={style.uploads}>
        {shown.slice(0, mostShown).map((one) => (
          <UploadRow key={one.id} upload={one} />
        ))}
        {shown.length > mostShown && <li className={style.others}>and {shown.length - mostShown} more</li>}
      </ul>
    </section>
  );
}

const notSent = (count: number): string =>
  count === 1 ? '1 file was not sent' : `${String(count)} files were not sent`;

function UploadRow({ upload: { id, file, title, state, share, fault, isRepeatable } }: { readonly upload: Upload }) {
  const isFailed = state === 'failed';
  return (
    <li className={style.upload}>
      <FileWords
        name={file.name}
        about={isFailed ? <span className={style.fault}>{fault}</span> : <To title={title} />}
      >
        {!isFailed && <progress aria-label={`Upload of ${file.name}`} className={style.progress} value={share} />}
      </FileWords>
      {isFailed && isRepeatable && (
        <Button look="bare" aria-label={`Try again: ${file.name}`} onClick={() => tryAgain(id)}>
          Try again
        </Button>
      )}
      <Button
        look="bare"
        aria-label={`${isFailed ? 'Dismiss' : 'Cancel'}: ${file.name}`}
        onClick={() => cancelUpload(id)}
      >
        {isFailed ? '×' : 'Cancel'}
      </Button>
    </li>
  );
}

const To = ({ title }: { readonly title: string }) => (
  <>
    to <bdi>{title}</bdi>
  </>
);
