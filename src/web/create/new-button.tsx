import type { Resource } from '../../resources/resource.ts';
import { useSession } from '../data/session.ts';
import { useKeys } from '../keys/keys.ts';
import { Button } from '../parts/button/button.tsx';
import { create, creationName } from './creation.ts';

/** Opens the form that makes a record, for those who may, as the key `C` does. */
export function NewButton({ resource }: { readonly resource: Resource }) {
  const canWrite = useSession().user.role !== 'viewer';
  const make = (): void => create(resource);
  useKeys(canWrite ? { c: { does: creationName(resource), act: make } } : {});
  if (!canWrite) return null;
  return (
    <Button look="filled" className="wide-only" aria-keyshortcuts="c" onClick={make}>
      {creationName(resource)}
    </Button>
  );
}
