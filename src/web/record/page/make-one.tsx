import type { Resource } from '../../../resources/resource.ts';
import { tasks } from '../../../resources/tasks.ts';
import { create } from '../../create/creation.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';

/** Makes a task, a call or a note about the record on the screen, which `useSubject` names. */
export function MakeOne({ resource, name }: { readonly resource: Resource; readonly name: string }) {
  const { user } = useSession();
  if (user.role === 'viewer') return null;
  const usual = resource === (tasks as Resource) ? { assigned_to_id: user.id } : {};
  return (
    <Button look="bare" data-chrome onClick={() => create(resource, { usual })}>
      {name}
    </Button>
  );
}
