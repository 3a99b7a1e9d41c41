import { CatchBoundary, lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSession } from '../data/session.ts';
import { everywhere } from '../keys/key-names.ts';
import { useKeys } from '../keys/keys.ts';
import { toast } from '../toasts/toasts.ts';
import { closeCreation, madeWords, useCreation } from './creation.ts';
import { creationsOf } from './creations.ts';

const CreateDialog = lazyRouteComponent(() => import('./create-dialog.tsx'), 'CreateDialog');

/** The form that is open over a screen, and the keys that open one anywhere: `L` logs a call, `T` makes a task. */
export function CreateHost() {
  const creation = useCreation();
  const navigate = useNavigate();
  const creations = creationsOf(useSession());
  useKeys(
    Object.fromEntries(creations.flatMap(({ key, name, open }) => (key ? [[key, { does: name, act: open }]] : []))),
    { group: everywhere },
  );
  if (creation === null) return null;
  const { plural } = creation.resource;
  const onMade = (id: string, name: string): void => {
    closeCreation();
    const open = (): void => void navigate({ to: `/${plural}/${id}` });
    toast(madeWords(creation.resource, name), { action: { name: 'Open', run: open } });
  };
  return (
    <CatchBoundary getResetKey={() => plural} errorComponent={Unopened}>
      <Suspense>
        <CreateDialog key={plural} {...creation} onMade={onMade} onClose={closeCreation} />
      </Suspense>
    </CatchBoundary>
  );
}

/** Takes the place of a form that could not be loaded. */
function Unopened() {
  useEffect(() => {
    closeCreation();
    toast('The form could not be opened.', { isFault: true });
  }, []);
  return null;
}
