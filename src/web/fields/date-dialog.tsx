import { useState } from 'react';
import { useFormats } from '../data/formats.ts';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { Button } from '../parts/button/button.tsx';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { Popover } from '../parts/popover/popover.tsx';
import { DateField, withHour } from './date-field.tsx';
import style from './date-dialog.module.css';
import { type ReadDate, readDate } from '../../resources/written-dates/read-date.ts';

interface Props {
  readonly title: string;
  readonly label: string;
  /** The day that `+7` counts from; today without it. */
  readonly from?: string;
  /** The time of day of another day than `from`, if the text has none, `HH:MM`. */
  readonly hour: string | null;
  /** The names of the button that sends a date, and of the one that sends an empty text, if that is an answer. */
  readonly submit: { readonly date: string; readonly empty?: string | undefined };
  /** Days that one press takes. */
  readonly choices?: readonly DayChoice[];
  /** @param date null for an empty text. */
  readonly onPick: (date: ReadDate | null) => void;
  readonly onClose: () => void;
}

interface DayChoice {
  readonly name: string;
  /** Its date in words. */
  readonly note: string;
  readonly day: CalendarDay;
}

/** Asks for a typed date. An empty text can be an answer too. */
export function DateDialog({ title, label, from, hour, submit, choices = [], onPick, onClose }: Props) {
  const formats = useFormats();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isEmpty = submit.empty !== undefined && text.trim() === '';
  const submitText = (): void => {
    setAsked(true);
    const read = readDate(text, { ...formats, from });
    if (isEmpty) onPick(null);
    else if (read !== null) onPick(withHour(read, { from, hour }));
  };
  return (
    <Popover isWide title={title} onClose={onClose} isDirty={text !== ''}>
      {choices.length > 0 && (
        <div className={style.choices}>
          {choices.map(({ name, note, day }) => (
            <Button key={name} onClick={() => onPick({ day, time: hour })}>
              {name} <span className="quiet">{note}</span>
            </Button>
          ))}
        </div>
      )}
      <DialogForm verb={isEmpty ? submit.empty : submit.date} onSubmit={submitText} onCancel={onClose}>
        <DateField
          label={label}
          hour={hour}
          isAsked={isAsked}
          value={text}
          onChange={setText}
          from={from}
          isOptional={submit.empty !== undefined}
          autoFocus
        />
      </DialogForm>
    </Popover>
  );
}
