import { lazyRouteComponent, useNavigate } from '@tanstack/react-router';
import { useSession } from '../data/session.ts';
import { everywhere } from '../keys/key-names.ts';
import { useKeys } from '../keys/keys.ts';
import { Late } from '../parts/late.tsx';
import { toast } from '../toasts/toasts.ts';
import { closeCreation, creationName, madeWords, useCreation } from './creation.ts';
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
    <Late key={plural} title={creationName(creation.resource)} load={CreateDialog.preload} onClose={closeCreation}>
      <CreateDialog {...creation} onMade={onMade} onClose={closeCreation} />
    </Late>
  );
}
