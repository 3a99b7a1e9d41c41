import { useDirectory } from '../../data/directory.ts';
import { Picker } from '../../parts/picker/picker.tsx';
import { Popover } from '../../parts/popover/popover.tsx';

interface Props {
  /** A record, or several in words; several have nobody of their own. */
  readonly card: { readonly name: string; readonly assigned_to_id?: string | null };
  /** The label of the person. */
  readonly label?: string;
  /** @param userId null for nobody. */
  readonly onPick: (userId: string | null, name: string) => void;
  readonly onClose: () => void;
}

const nobody = '';

/** Gives a record to a person: a project to an estimator. */
export function AssignDialog({ card, label = 'Estimator', onPick, onClose }: Props) {
  const { users } = useDirectory();
  const options = [
    ...users.map(({ id, name, email }) => ({ key: id, name: name ?? email, isCurrent: id === card.assigned_to_id })),
    { key: nobody, name: 'Nobody', isCurrent: card.assigned_to_id === null },
  ];
  const pick = (key: string): void => {
    const name = options.find((option) => option.key === key)?.name ?? '';
    onPick(key === nobody ? null : key, name);
  };
  return (
    <Popover title={`Give ${card.name} to`} onClose={onClose}>
      <Picker label={label} options={options} onPick={pick} />
    </Popover>
  );
}
