import { type ReactNode, useState } from 'react';
import { useNow } from '../../data/now.ts';
import { Button } from '../../parts/button/button.tsx';
import { toast } from '../../shell/toasts/toasts.ts';
import { ConfirmDialog } from '../managed/confirm-dialog.tsx';
import { type Kind, ManagedList } from '../managed/managed-list.tsx';
import { type Managed, sendManaged } from '../managed/managed-query.ts';
import { State } from '../managed/state.tsx';

interface Props {
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly none: string;
  /** The name of the button that ends one, and what follows from it. */
  readonly end: { readonly name: string; readonly done: string; readonly about: string };
  /** Further actions on one. */
  readonly actionsOf?: (row: Managed) => ReactNode;
}

/** The meaning of an empty field. */
const empty = { expires_at: 'Never', last_used_at: 'Not used yet' };

/** The credentials of programs, each of which can be ended. */
export function CredentialsList({ kind, columns, none, end, actionsOf }: Props) {
  const [ending, setEnding] = useState<Managed | null>(null);
  const now = useNow();
  const nameOf = ({ name }: Managed): string => String(name);
  const isExpired = ({ expires_at: at }: Managed): boolean => typeof at === 'string' && Date.parse(at) <= now.getTime();
  const confirm = async ({ id, ...row }: Managed): Promise<void> => {
    await sendManaged(kind.plural, { method: 'DELETE', path: `/${kind.plural}/${id}` });
    setEnding(null);
    toast(`${nameOf({ id, ...row })} is ${end.done}.`);
  };
  return (
    <>
      <ManagedList
        {...{ kind, columns, empty, none }}
        titleOf={nameOf}
        stateOf={(row) => isExpired(row) && <State look="over">Expired</State>}
        actionsOf={(row) => (
          <>
            {actionsOf?.(row)}
            <Button look="bare" aria-label={`${end.name} ${nameOf(row)}`} onClick={() => setEnding(row)}>
              {end.name}
            </Button>
          </>
        )}
      />
      {ending && (
        <ConfirmDialog
          title={`${end.name} ${nameOf(ending)}?`}
          name={end.name}
          onConfirm={() => confirm(ending)}
          onClose={() => setEnding(null)}
        >
          <p>{end.about}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
