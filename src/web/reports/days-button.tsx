import { useState } from 'react';
import { readDate } from '../../resources/written-dates/read-date.ts';
import type { Days } from '../data/fiscal.ts';
import { useFormats } from '../data/formats.ts';
import { DateField } from '../fields/date-field.tsx';
import { DialogForm } from '../parts/dialog/dialog-form.tsx';
import { ReadyPicker } from '../parts/picker/ready-picker.tsx';
import { PopoverButton } from '../parts/popover/popover-button.tsx';
import type { Search } from '../queries/address.ts';
import type { SearchChanges } from '../queries/use-address.ts';
import type { SpansOf } from './day-spans.ts';
import type { ReportHead } from './report-kind.ts';

interface Props {
  readonly search: Search;
  readonly report: ReportHead | undefined;
  /** The ready spans of the report. */
  readonly spansOf: SpansOf;
  readonly onChange: (changes: SearchChanges) => void;
}

/** The days that a report counts, and their change: a ready span, or any first and last day. */
export function DaysButton({ search, report, spansOf, onChange }: Props) {
  const days = useDaysInWords();
  const { today } = useFormats();
  const { from, to } = report ?? search;
  return (
    <PopoverButton title="Days" label={from && to ? days({ from, to }) : 'Days'}>
      {(close) => {
        const pick = (shown: Days | null): void => {
          close();
          onChange({ from: shown?.from, to: shown?.to });
        };
        return (
          <ReadyPicker
            label="Days"
            ready={spansOf(today, report?.fiscal_year_starts_month ?? 1)}
            other="Other days…"
            onPick={(span) => pick(span.days)}
          >
            <DaysForm shown={{ from: from ?? '', to: to ?? '' }} onPick={pick} onCancel={close} />
          </ReadyPicker>
        );
      }}
    </PopoverButton>
  );
}

/** `Mar 30, 2025 – Mar 29`. */
export function useDaysInWords(): (days: Days) => string {
  const { day } = useFormats();
  return ({ from, to }) => `${day(from)} – ${day(to)}`;
}

interface FormProps {
  readonly shown: Days;
  readonly onPick: (days: Days) => void;
  readonly onCancel: () => void;
}

function DaysForm({ shown, onPick, onCancel }: FormProps) {
  const formats = useFormats();
  const [typed, setTyped] = useState(shown);
  const [isAsked, setAsked] = useState(false);
  const read = (text: string) => readDate(text, { ...formats, isPast: true })?.day;
  const [from, to] = [read(typed.from), read(typed.to)];
  const isReversed = from !== undefined && to !== undefined && from > to;
  const submit = (): void => {
    setAsked(true);
    if (from !== undefined && to !== undefined && !isReversed) onPick({ from, to });
  };
  const field = { isDay: true, isPast: true, isAsked };
  const fault = isAsked && isReversed ? 'The last day is before the first.' : undefined;
  return (
    <DialogForm verb="Show" fault={fault} onSubmit={submit} onCancel={onCancel}>
      <DateField
        {...field}
        label="First day"
        value={typed.from}
        autoFocus
        onChange={(text) => setTyped({ ...typed, from: text })}
      />
      <DateField {...field} label="Last day" value={typed.to} onChange={(text) => setTyped({ ...typed, to: text })} />
    </DialogForm>
  );
}
