import { scopeMeanings } from '../../../resources/vocabulary/choices.ts';
import type { FormPartProps } from '../../create/form-field.tsx';
import { useNow } from '../../data/now.ts';
import { Button } from '../../parts/button/button.tsx';
import { type ManagedKind, ManagedList } from '../managed/managed-list.tsx';
import type { ManagedEnd } from '../managed/managed-page.tsx';
import type { ManagedRecord } from '../managed/managed-query.ts';
import { MeantField } from '../managed/meant-field.tsx';
import { State } from '../managed/state.tsx';

interface Props {
  readonly kind: ManagedKind;
  readonly columns: readonly string[];
  readonly none: string;
  /** The actions on one, by the names of their buttons. */
  readonly actions: Readonly<Record<string, (row: ManagedRecord) => void>>;
}

/** The meaning of an empty field. */
const empty = { expires_at: 'Never', last_used_at: 'Not used yet' };

/** The credentials of programs. */
export function CredentialsList({ kind, columns, none, actions }: Props) {
  const now = useNow();
  const isExpired = ({ expires_at: at }: ManagedRecord): boolean =>
    typeof at === 'string' && Date.parse(at) <= now.getTime();
  return (
    <ManagedList
      kind={kind}
      columns={columns}
      empty={empty}
      none={none}
      titleOf={nameOf}
      stateOf={(row) => isExpired(row) && <State look="over">Expired</State>}
      actionsOf={(row) =>
        Object.entries(actions).map(([name, act]) => (
          <Button key={name} look="bare" aria-label={`${name} ${nameOf(row)}`} onClick={() => act(row)}>
            {name}
          </Button>
        ))
      }
    />
  );
}

const nameOf = ({ name }: ManagedRecord): string => String(name);

/** The end of a credential. @param about what follows from it. */
export const ending =
  ({ name, done, about }: Readonly<Record<'name' | 'done' | 'about', string>>) =>
  (row: ManagedRecord): ManagedEnd => ({
    title: `${name} ${nameOf(row)}?`,
    name,
    about: <p>{about}</p>,
    done: `${nameOf(row)} is ${done}.`,
  });

/** The scopes of a credential, each with what it allows. */
export const ScopesField = (props: FormPartProps) => (
  <MeantField
    {...props}
    meanings={scopeMeanings}
    hint="No scope includes another one: a program that reads and writes needs both."
  />
);
