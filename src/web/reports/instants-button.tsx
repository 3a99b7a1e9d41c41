import { useState } from 'react';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { readDate } from '../../resources/written-dates/read-date.ts';
import { useFormats } from '../data/formats.ts';
import { DateField } from '../fields/date-field.tsx';
import { useAsOfWords } from '../lists/as-of/use-as-of-words.ts';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { ReadyPicker } from '../parts/picker/ready-picker.tsx';
import { PopoverButton } from '../parts/popover/popover-button.tsx';
import type { Search } from '../queries/address.ts';
import type { SearchChanges } from '../queries/use-address.ts';
import { instantSpans } from './day-spans.ts';
import type { ReportHead } from './report-kind.ts';

interface Props {
  readonly search: Search;
  readonly report: ReportHead | undefined;
  readonly onChange: (changes: SearchChanges) => void;
}

/** The instants between which a report explains what happened, the ends of days, and their change. */
export function InstantsButton({ search, report, onChange }: Props) {
  const words = useInstantsInWords();
  const { today } = useFormats();
  return (
    <PopoverButton title="Between the ends of two days" label={words(search)}>
      {(close) => {
        const pick = (from: CalendarDay, to: CalendarDay | undefined): void => {
          close();
          onChange({ from, to });
        };
        return (
          <ReadyPicker
            label="Days"
            ready={instantSpans(today, report?.fiscal_year_starts_month ?? 1)}
            other="Other days…"
            onPick={({ from, to }) => pick(from, to)}
          >
            <InstantsForm onPick={pick} onCancel={close} />
          </ReadyPicker>
        );
      }}
    </PopoverButton>
  );
}

/** `Mar 22 – now`, from the parameters of an address. */
export function useInstantsInWords(): (search: Search) => string {
  const words = useAsOfWords();
  return ({ from = '', to }) => `${words(from)} – ${to === undefined ? 'now' : words(to)}`;
}

interface FormProps {
  readonly onPick: (from: CalendarDay, to: CalendarDay | undefined) => void;
  readonly onCancel: () => void;
}

function InstantsForm({ onPick, onCancel }: FormProps) {
  const formats = useFormats();
  const [typed, setTyped] = useState({ from: '', to: '' });
  const [isAsked, setAsked] = useState(false);
  const read = (text: string) => readDate(text, { ...formats, isPast: true })?.day;
  const [from, to] = [read(typed.from), read(typed.to)];
  const isNow = typed.to.trim() === '';
  const fault = faultOf(from, isNow ? formats.today : to, formats.today);
  const submit = (): void => {
    setAsked(true);
    if (from !== undefined && (isNow || to !== undefined) && fault === undefined) onPick(from, to);
  };
  const field = { isDay: true, isPast: true, isAsked };
  return (
    <DialogForm verb="Show" fault={isAsked ? fault : undefined} onSubmit={submit} onCancel={onCancel}>
      <DateField
        {...field}
        label="From the end of"
        value={typed.from}
        autoFocus
        onChange={(text) => setTyped({ ...typed, from: text })}
      />
      <DateField
        {...field}
        label="To the end of, or nothing for now"
        isOptional
        value={typed.to}
        onChange={(text) => setTyped({ ...typed, to: text })}
      />
    </DialogForm>
  );
}

function faultOf(from: CalendarDay | undefined, to: CalendarDay | undefined, today: CalendarDay): string | undefined {
  if (from === undefined || to === undefined) return undefined;
  if (to > today) return 'This day is still to come.';
  return from < to ? undefined : 'The first day must be before the last one.';
}
