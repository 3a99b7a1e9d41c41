import { dayIn } from '../../../resources/written-dates/days.ts';
import { instantIn, timeIn } from '../../../resources/written-dates/zone.ts';
import type { FieldContext, FieldView, ParsedText } from '../field-view.ts';
import { dateFaultOf, type ReadDate, readDate } from '../../../resources/written-dates/read-date.ts';

/** Reads a typed date; `parse` judges the day and the time. */
export function readTyped(text: string, context: FieldContext, parse: (read: ReadDate) => ParsedText): ParsedText {
  if (text.trim() === '') return { value: null };
  const base = { ...context.formats, isPast: context.field.past };
  const read = readDate(text, base);
  return read === null ? { fault: dateFaultOf(text, base) } : parse(read);
}

export const date: FieldView = {
  show: (value, { formats }) => (typeof value === 'string' ? formats.weekday(value) : null),
  edit: {
    by: 'line',
    text: (value) => (typeof value === 'string' ? value : ''),
    read: (text, context) =>
      readTyped(text, context, ({ day, time }) =>
        time === null ? { value: day } : { fault: 'This field has a day without a time, such as 3/14.' },
      ),
  },
};

const zoneOf = ({ directory }: FieldContext): string => directory.account.time_zone;

const dayOf = (instant: string, context: FieldContext): string => dayIn(zoneOf(context), new Date(instant));

export const dateTime: FieldView = {
  show: (value, context) =>
    typeof value === 'string'
      ? `${context.formats.weekday(dayOf(value, context))}, ${context.formats.time(value)}`
      : null,
  edit: {
    by: 'line',
    text: (value, context) =>
      typeof value === 'string' ? `${dayOf(value, context)} ${timeIn(zoneOf(context), value)}` : '',
    read: (text, context) =>
      readTyped(text, context, ({ day, time }) => ({ value: instantIn(zoneOf(context), day, time ?? '00:00') })),
  },
};
