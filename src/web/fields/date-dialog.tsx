import { type SubmitEvent, useState } from 'react';
import { useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog/dialog.tsx';
import form from '../parts/field/form.module.css';
import { DateField } from './date-field.tsx';
import { type ReadDate, readDate } from './read-date.ts';

interface Props {
  readonly title: string;
  readonly label: string;
  /** The day that `+7` counts from; today without it. */
  readonly from?: string;
  /** The time of day if the text has none, `HH:MM`. */
  readonly hour: string | null;
  /** The names of the button that sends a date, and of the one that sends an empty text, if that is an answer. */
  readonly submit: { readonly date: string; readonly empty?: string | undefined };
  /** @param date null for an empty text. */
  readonly onPick: (date: ReadDate | null) => void;
  readonly onClose: () => void;
}

/** Asks for a typed date. An empty text can be an answer too. */
export function DateDialog({ title, label, from, hour, submit, onPick, onClose }: Props) {
  const formats = useFormats();
  const [text, setText] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isEmpty = submit.empty !== undefined && text.trim() === '';
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    setAsked(true);
    const read = readDate(text, { ...formats, from });
    if (isEmpty) onPick(null);
    else if (read !== null) onPick({ day: read.day, time: read.time ?? hour });
  };
  return (
    <Dialog title={title} onClose={onClose} isDirty={text !== ''}>
      <form className={form.form} onSubmit={send}>
        <DateField
          {...{ label, hour, isAsked }}
          value={text}
          onChange={setText}
          from={from}
          isOptional={submit.empty !== undefined}
          autoFocus
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="filled">
            {isEmpty ? submit.empty : submit.date}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
