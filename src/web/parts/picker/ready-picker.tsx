import { type ReactNode, useState } from 'react';
import { Picker } from './picker.tsx';

interface Props<Ready> {
  /** The name of the field for screen readers. */
  readonly label: string;
  readonly ready: readonly Ready[];
  /** The name of the last option, which leads to the form: `Another day…`. */
  readonly other: string;
  readonly onPick: (picked: Ready) => void;
  /** The form for any other value. */
  readonly children: ReactNode;
}

/** Ready values to pick from by name, or a form for another one in their place. */
export function ReadyPicker<Ready extends { readonly name: string }>(props: Props<Ready>) {
  const { label, ready, other, onPick, children } = props;
  const [isOther, setOther] = useState(false);
  if (isOther) return children;
  const pick = (key: string): void => {
    const picked = ready.find(({ name }) => name === key);
    if (picked) onPick(picked);
    else setOther(true);
  };
  const options = [...ready.map(({ name }) => ({ key: name, name })), { key: '', name: other }];
  return <Picker label={label} options={options} onPick={pick} />;
}
