import { timeInFirm } from '../../data/directory.ts';
import { Button } from '../../parts/button/button.tsx';
import { useUnanswered } from '../../data/change-queue.ts';
import { useConnection } from '../../data/connection.ts';
import { useMissingPart } from '../new-version.ts';
import style from './lines.module.css';

/** The lines above every screen: the connection is lost, the page is outdated. */
export const Lines = () => (
  <>
    <ConnectionLine />
    <VersionLine />
  </>
);

function ConnectionLine() {
  const connection = useConnection();
  const waiting = useUnanswered();
  if (connection.kind === 'live') return null;
  return (
    <p role="status" className={style.line} data-chrome>
      Offline since {timeInFirm(connection.since)}. The page may show old data. It keeps everything that you type.
      {waiting > 0 && ` ${waitingWords(waiting)} until the connection is back.`}
    </p>
  );
}

const waitingWords = (count: number): string => (count === 1 ? '1 change waits' : `${count} changes wait`);

/** The page never reloads by itself, because somebody may be typing. */
function VersionLine() {
  const isOffline = useConnection().kind === 'offline';
  if (!useMissingPart() || isOffline) return null;
  return (
    <div role="status" className={style.line} data-chrome>
      <p>A part of the page could not be loaded. Plumbline may have a new version.</p>
      <Button onClick={() => window.location.reload()}>Reload to update</Button>
    </div>
  );
}
