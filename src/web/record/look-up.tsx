import { useState } from 'react';
import { Dialog } from '../parts/dialog/dialog.tsx';
import { Picker } from '../parts/picker/picker.tsx';
import { type Found, useFound } from './use-found.ts';

interface Props {
  readonly label: string;
  readonly plural: string;
  /** The text that it begins with. */
  readonly begin?: string | null | undefined;
  /** @param record null to leave the field empty. */
  readonly onPick: (record: Found | null) => void;
  readonly onClose: () => void;
}

/** Looks records up as somebody types. The service searches; the page shows the first twenty. */
export function LookUp({ label, plural, begin, onPick, onClose }: Props) {
  const [text, setText] = useState(begin ?? '');
  const { found, isCurrent } = useFound(plural, text);
  // Somebody who types looks for a record.
  const none = text === '' ? [{ key: '', name: 'None' }] : [];
  const options = [...found.map(({ id, name }) => ({ key: id, name })), ...none];
  return (
    <Dialog title={label} onClose={onClose}>
      <Picker
        label={label}
        options={options}
        begin={begin}
        onType={setText}
        isCurrent={isCurrent}
        onPick={(key) => onPick(found.find(({ id }) => id === key) ?? null)}
      />
    </Dialog>
  );
}
