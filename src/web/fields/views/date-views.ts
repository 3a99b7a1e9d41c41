import { dayIn } from '../../../resources/written-dates/days.ts';
import { instantIn, timeIn } from '../../../resources/written-dates/zone.ts';
import type { FieldContext, FieldView, ParsedText } from '../field-view.ts';
import { dateFaultOf, type ReadDate, readDate } from '../../../resources/written-dates/read-date.ts';

function readTyped(text: string, { formats }: FieldContext, valueOf: (read: ReadDate) => unknown): ParsedText {
  if (text.trim() === '') return { value: null };
  const read = readDate(text, formats);
  return read === null ? { fault: dateFaultOf(text, formats) } : { value: valueOf(read) };
}

export const date: FieldView = {
  show: (value, { formats }) => (typeof value === 'string' ? formats.weekday(value) : null),
  edit: {
    by: 'line',
    text: (value) => (typeof value === 'string' ? value : ''),
    read: (text, context) => readTyped(text, context, ({ day }) => day),
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
      readTyped(text, context, ({ day, time }) => instantIn(zoneOf(context), day, time ?? '00:00')),
  },
};
