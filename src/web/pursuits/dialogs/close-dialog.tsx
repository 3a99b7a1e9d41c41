import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { Card } from '../card-fields.ts';
import { type FirmDirectory, type Stage, useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { DateField } from '../../fields/date-field.tsx';
import { amountText, typedAmount } from '../../fields/views/number-views.ts';
import { readDate, writeDay } from '../../../resources/written-dates/read-date.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import type { ClosingAnswers, MovedProject } from '../closing.ts';
import { AmountField } from './amount-field.tsx';
import style from './dialogs.module.css';

interface Props {
  /** Several projects have no common amount. */
  readonly project: MovedProject & Partial<Pick<Card, 'amount'>>;
  readonly stage: Stage;
  readonly onClosed: (closing: ClosingAnswers) => void;
  readonly onClose: () => void;
}

/** Closes a project: the day of the decision, the final amount, and for a lost one the reason. */
export function CloseDialog({ project, stage, onClosed, onClose }: Props) {
  const directory = useDirectory();
  const { today, timeZone } = useFormats();
  const [date, setDate] = useState(() => writeDay(today));
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [amount, setAmount] = useState(() => amountText(project.amount));
  const [isAsked, setAsked] = useState(false);
  const submitButton = useRef<HTMLButtonElement>(null);
  const read = readDate(date, { today, timeZone, isPast: true });
  const isLost = (stage.close_type ?? stage.category) === 'lost';
  const reason = directory.loss_reasons.find(({ id }) => id === reasonId);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    const final = typedAmount(amount);
    if (read === null || 'fault' in final || (isLost && reasonId === null)) return;
    const changed = amount === amountText(project.amount) ? {} : { amount: final.value };
    onClosed({ stage, awardDate: read.day, lossReasonId: isLost ? reasonId : null, ...changed });
  };
  const reasonHeading = useId();
  return (
    <Dialog title={`Close ${project.name} as ${stage.name}`} onClose={onClose}>
      <form className={style.form} onSubmit={submit}>
        {isLost && (
          <fieldset className={style.reasons} aria-labelledby={reasonHeading}>
            <p id={reasonHeading} className="label">
              Reason{reason ? `: ${reason.name}` : ''}
            </p>
            {isAsked && reason === undefined && <p className={style.fault}>Pick a reason. “Unknown” is one.</p>}
            <Picker
              label="Reason"
              options={reasonsOf(directory, reasonId)}
              onPick={(id) => {
                setReasonId(id);
                submitButton.current?.focus();
              }}
            />
          </fieldset>
        )}
        <DateField
          label={stage.category === 'won' ? 'Award date' : 'Decision date'}
          value={date}
          onChange={setDate}
          isAsked={isAsked}
          isPast
        />
        {project.amount !== undefined && <AmountField value={amount} isAsked={isAsked} onChange={setAmount} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <button
            ref={submitButton}
            type="submit"
            autoFocus={!isLost}
            className={style.submit}
            data-category={stage.category}
          >
            Close as {stage.name}
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const groupNames: Readonly<Record<string, string>> = { competitive: 'Competition', owner: 'Owner', self: 'Ourselves' };

const reasonsOf = ({ loss_reasons: reasons }: FirmDirectory, picked: string | null) =>
  reasons.map(({ id, name, group }) => ({
    key: id,
    name: name,
    note: picked === id ? '✓' : (groupNames[group ?? ''] ?? ''),
  }));
