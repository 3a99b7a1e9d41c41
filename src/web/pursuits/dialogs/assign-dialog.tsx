import { useDirectory } from '../../data/directory.ts';
import { Picker } from '../../parts/picker/picker.tsx';
import { Popover } from '../../parts/popover/popover.tsx';

interface Props {
  /** A project, or several in words; several have no estimator of their own. */
  readonly card: { readonly name: string; readonly assigned_to_id?: string | null };
  /** @param userId null for nobody. */
  readonly onPick: (userId: string | null, name: string) => void;
  readonly onClose: () => void;
}

const nobody = '';

/** Gives a project to an estimator. */
export function AssignDialog({ card, onPick, onClose }: Props) {
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
      <Picker label="Estimator" options={options} onPick={pick} />
    </Popover>
  );
}
