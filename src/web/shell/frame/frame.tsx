import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CreateHost } from '../../create/create-host.tsx';
import { onSignedOut } from '../../data/api.ts';
import { announce, tellWhenSeen } from '../../data/changes.ts';
import { setConnection } from '../../data/connection.ts';
import { followDirectory } from '../../data/directory.ts';
import { lastEventQuery } from '../../data/last-event.ts';
import { startLive } from '../../data/live.ts';
import { queryClient } from '../../data/query-client.ts';
import { followSignOut } from '../../data/session.ts';
import { Late } from '../../parts/late.tsx';
import { narrow, useMedia } from '../../parts/use-media.ts';
import { ConflictHost } from '../../record/conflict/conflict-host.tsx';
import { useRememberedPlace } from '../../record/page/came-from.ts';
import { everywhere } from '../../keys/key-names.ts';
import { useKeys } from '../../keys/keys.ts';
import { OverlayHost } from '../overlays/overlay-host.tsx';
import { usePeek } from '../peek/use-peek.ts';
import { hasUndo, undoLast } from '../../toasts/undo.ts';
import { toast } from '../../toasts/toasts.ts';
import { BottomBar } from './bottom-bar.tsx';
import style from './frame.module.css';
import { Lines } from './lines.tsx';
import { Optional } from './optional.tsx';
import { Rail } from './rail.tsx';
import { TitleBar } from './title-bar.tsx';
import { useGoKeys } from './use-go-keys.ts';
import { useKeptChanges } from './use-kept-changes.ts';
import { useWhereabouts } from './use-whereabouts.ts';

const PeekPane = lazy(async () => ({ default: (await import('../peek/peek-pane.tsx')).PeekPane }));

const SignInDialog = lazyRouteComponent(() => import('../../sign-in/sign-in-dialog.tsx'), 'SignInDialog');

/** The frame of every screen of a signed-in person: the navigation, the state of the connection, and the person. */
export function Frame() {
  const isSmall = useMedia(narrow);
  const isSignedOut = useSignedOut();
  const { peeked, isSheet, close } = usePeek();
  // A phone shows the record alone.
  const isCovered = peeked !== null && isSheet;
  useGoKeys();
  useKeys(
    {
      'ctrl+z': { does: 'Undo your last change', act: undo, isCommand: true, when: hasUndo },
      'ctrl+enter': { does: 'Send a form', act: null },
    },
    { group: everywhere },
  );
  return (
    <div className={`${style.frame} ${peeked === null ? '' : style.peeking}`}>
      <a href="#main" className={style.skip}>
        Skip to the content
      </a>
      {!isCovered && (isSmall ? <TitleBar /> : <Rail />)}
      <main id="main" data-scroll="main" className={style.main} inert={isCovered} tabIndex={-1}>
        <Optional>
          <Lines />
        </Optional>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </main>
      {peeked !== null && (
        <Optional shown={`${peeked.plural}/${peeked.id}`} onFailed={close}>
          <Suspense>
            <PeekPane peeked={peeked} isSheet={isSheet} onClose={close} />
          </Suspense>
        </Optional>
      )}
      {isSmall && !isCovered && <BottomBar />}
      {besides.map(([name, Part]) => (
        <Optional key={name}>
          <Part />
        </Optional>
      ))}
      {isSignedOut.value && (
        <Late title="Sign in again" load={SignInDialog.preload} onClose={() => undefined}>
          <SignInDialog onDone={isSignedOut.clear} />
        </Late>
      )}
    </div>
  );
}

/** The parts of the page that act or open beside the screens. */
const besides = Object.entries({ Live, KeptChanges, SignOut, Whereabouts, CreateHost, ConflictHost, OverlayHost });

function undo(): void {
  if (!undoLast()) toast('There is nothing to undo.');
}

/** A session can end in mid-work. The sign-in then opens over the page, and everything typed stays. */
function useSignedOut(): { value: boolean; clear: () => void } {
  const [value, setValue] = useState(false);
  useEffect(() => {
    const listener = (): void => setValue(true);
    onSignedOut.add(listener);
    return () => void onSignedOut.delete(listener);
  }, []);
  const clear = (): void => {
    setValue(false);
    // Sends the changes that wait for their owner.
    setConnection({ kind: 'live' });
  };
  return { value, clear };
}

/** Keeps the screens up to date with the changes of other people. */
function Live(): null {
  useEffect(() => {
    const [endDirectory, endSeen] = [followDirectory(), tellWhenSeen()];
    const endLive = startLive({
      before: queryClient.getQueryData(lastEventQuery.queryKey),
      onEvents: announce,
      onGap: () => announce(null),
      onConnection: setConnection,
    });
    return () => {
      endLive();
      endSeen();
      endDirectory();
    };
  }, []);
  return null;
}

/** Sends what waited when the page was left. */
function KeptChanges(): null {
  useKeptChanges();
  return null;
}

/** Signs out with another tab. */
function SignOut(): null {
  useEffect(followSignOut, []);
  return null;
}

/** Remembers where the person is. */
function Whereabouts(): null {
  useRememberedPlace();
  useWhereabouts();
  return null;
}

const Waiting = () => <p className={style.waiting}>Loading…</p>;
