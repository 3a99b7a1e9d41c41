import { useState } from 'react';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { PopoverButton } from '../parts/popover/popover-button.tsx';
import type { Search } from '../queries/address.ts';
import type { SearchChanges } from '../queries/use-address.ts';
import { readWhole, WholeField } from './whole-field.tsx';

interface Props {
  readonly search: Search;
  readonly onChange: (changes: SearchChanges) => void;
}

/** The days in which a bid is due soon, and those after which its result is late, as the report counts them. */
const limitsOf = ({ soon_days: soon = '7', result_days: result = '30' }: Search) => ({ soon, result });

/** These days in words: `Soon: 7 days · Result: 30 days`. */
export const limitsInWords = (search: Search): string => {
  const { soon, result } = limitsOf(search);
  return `Soon: ${soon} days · Result: ${result} days`;
};

/** The days in which a bid is due soon, and those after which its result is late. */
export const LimitsButton = ({ search, onChange }: Props) => (
  <PopoverButton title="Days" label={limitsInWords(search)}>
    {(close) => <LimitsForm search={search} onChange={onChange} onClose={close} />}
  </PopoverButton>
);

const bounds = { least: 0, most: 9999 };

function LimitsForm({ search, onChange, onClose }: Props & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState(limitsOf(search));
  const [isAsked, setAsked] = useState(false);
  const submit = (): void => {
    setAsked(true);
    const [soon, result] = [readWhole(typed.soon, bounds), readWhole(typed.result, bounds)];
    if (soon === null || result === null) return;
    onClose();
    onChange({ soon_days: soon, result_days: result, page: undefined });
  };
  return (
    <DialogForm verb="Show" onSubmit={submit} onCancel={onClose}>
      <WholeField
        label="A bid is due soon in"
        {...bounds}
        value={typed.soon}
        isAsked={isAsked}
        autoFocus
        onChange={(soon) => setTyped({ ...typed, soon })}
      />
      <WholeField
        label="A result is late after"
        {...bounds}
        value={typed.result}
        isAsked={isAsked}
        onChange={(result) => setTyped({ ...typed, result })}
      />
    </DialogForm>
  );
}
