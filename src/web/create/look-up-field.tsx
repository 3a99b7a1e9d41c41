import { type ReactNode, useEffect, useRef, useState } from 'react';
import { foundBy, type NamedRecord } from '../finding/use-found.ts';
import { ComboField } from './combo-field.tsx';
import { useChoices } from './look-up-choices.ts';

interface Props {
  readonly label: ReactNode;
  readonly plural: string;
  /** The record; a text for which nobody has picked a record. */
  readonly value: NamedRecord | string | undefined;
  readonly fault: ReactNode;
  readonly autoFocus?: boolean;
  readonly onChange: (value: NamedRecord | string | undefined) => void;
}

/**
 * A record of a large list, found as somebody types. Tab and Enter take the highlighted record. Enter also adds a
 * missing company or contact.
 */
export function LookUpField({ label, plural, value, fault, autoFocus, onChange }: Props) {
  const [isLooking, setLooking] = useState(false);
  const typed = typeof value === 'string' ? value : null;
  const { choices, isCurrent, failure } = useChoices(plural, isLooking ? typed : null, onChange);
  const takeLater = useTakeLater(plural, typed, onChange);
  return (
    <ComboField
      label={label}
      listName={`${plural} found`}
      text={typeof value === 'object' ? value.name : (value ?? '')}
      isSought={isLooking && typed !== null}
      choices={choices}
      isCurrent={isCurrent}
      fault={failure ?? fault}
      autoFocus={autoFocus}
      onType={(text) => onChange(text === '' ? undefined : text)}
      onLook={setLooking}
      onTakeLater={takeLater}
    />
  );
}

/** Takes the first record that the text finds once the answer is there, unless the text has changed meanwhile. */
function useTakeLater(plural: string, typed: string | null, onChange: (value: NamedRecord) => void): () => void {
  const latest = useRef({ typed, onChange });
  useEffect(() => {
    latest.current = { typed, onChange };
  });
  return () => {
    const take = ([first]: readonly NamedRecord[]): void => {
      if (first && latest.current.typed === typed) latest.current.onChange({ id: first.id, name: first.name });
    };
    // Without an answer, the text stays, and the form says that it names no record.
    void foundBy(plural, typed ?? '').then(take, () => undefined);
  };
}
