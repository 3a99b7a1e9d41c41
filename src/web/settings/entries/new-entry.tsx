import { lazy, Suspense, useState } from 'react';
import { words } from '../../../resources/in-words.ts';
import type { Resource } from '../../../resources/resource.ts';
import { madeWords } from '../../create/creation.ts';
import type { FormValues } from '../../create/form-values.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { toast } from '../../shell/toasts/toasts.ts';

const CreateDialog = lazy(async () => ({ default: (await import('../../create/create-dialog.tsx')).CreateDialog }));

interface Props {
  readonly resource: Resource;
  /** The values that the form begins with. */
  readonly given?: FormValues;
}

/** The button that makes a small record, for admins. */
export function NewEntry({ resource, given = {} }: Props) {
  const isAdmin = useSession().user.role === 'admin';
  const [isOpen, setOpen] = useState(false);
  if (!isAdmin) return null;
  return (
    <>
      <Button look="filled" data-chrome onClick={() => setOpen(true)}>
        New {words(resource)}
      </Button>
      {isOpen && (
        <Suspense>
          <CreateDialog
            {...{ resource, given }}
            onMade={(_, name) => {
              setOpen(false);
              toast(madeWords(resource, name));
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
