import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import type { SmallRecord } from './entries-query.ts';

interface Props {
  readonly entry: SmallRecord;
  readonly entries: readonly SmallRecord[];
  readonly onMove: (from: number, to: number) => void;
  readonly onClose: () => void;
}

/** Asks for the new place of a row, for those who do not drag. */
export function PlaceDialog({ entry, entries, onMove, onClose }: Props) {
  const others = entries.filter(({ id }) => id !== entry.id);
  const from = entries.findIndex(({ id }) => id === entry.id);
  const options = [
    { key: '0', name: 'First', isCurrent: from === 0 },
    ...others.map(({ name }, index) => ({
      key: String(index + 1),
      name: `After ${name}`,
      isCurrent: from === index + 1,
    })),
  ];
  return (
    <Dialog title={`Move ${entry.name}`} onClose={onClose}>
      <Picker
        label="Place"
        options={options}
        onPick={(key) => {
          onClose();
          onMove(from, Number(key));
        }}
      />
    </Dialog>
  );
}
