import { instantIn, timeIn } from '../../resources/written-dates/zone.ts';
import type { FieldView } from './field-view.ts';
import type { PageField } from './page-field.ts';
import { dateFaultOf, readDate } from '../../resources/written-dates/read-date.ts';
import type { FieldValues } from './record-values.ts';
import { date, dateTime } from './views/date-views.ts';

/** A day, and the instant if the time of day is known. */
interface TimedDate {
  readonly day: string;
  readonly at: string | null;
}

/** A typed date, with or without a time: `mar 14 2p`. */
const timedDate: FieldView = {
  show: (value, context) => {
    if (value === null) return null;
    const { day, at } = value as TimedDate;
    return at === null ? date.show(day, context) : dateTime.show(at, context);
  },
  edit: {
    by: 'line',
    text: (value, { directory }) => {
      if (value === null) return '';
      const { day, at } = value as TimedDate;
      return at === null ? day : `${day} ${timeIn(directory.account.time_zone, at)}`;
    },
    read: (text, { formats, directory }) => {
      if (text.trim() === '') return { value: null };
      const read = readDate(text, formats);
      if (read === null) return { fault: dateFaultOf(text, formats) };
      const at = read.time === null ? null : instantIn(directory.account.time_zone, read.day, read.time);
      return { value: { day: read.day, at } satisfies TimedDate };
    },
  },
};

/** The fields with each date that has a field for its time of day beside it joined with that field. */
export function joinTimes(all: readonly PageField[]): readonly PageField[] {
  const timeOf = (field: PageField): PageField | undefined =>
    field.field.kind === 'date' && field.name.endsWith('_date')
      ? all.find(({ name }) => name === field.name.replace(/_date$/, '_at'))
      : undefined;
  const times = new Set(all.map(timeOf));
  return all
    .filter((field) => !times.has(field))
    .map((field) => {
      const time = timeOf(field);
      const label = field.label.replace(/ date$/, '');
      return time ? { ...field, label, view: timedDate, timePath: time.path } : field;
    });
}

/** The fields of a request that hold a timed date. The service derives the day from the instant. */
export function timedBody({ path, timePath = '' }: PageField, value: unknown): FieldValues {
  if (value === null) return { [path]: null };
  const { day, at } = value as TimedDate;
  return at === null ? { [path]: day } : { [timePath]: at };
}

/** The timed date of a record. A record says beside the instant whether its time of day is known. */
export function timedValue({ path, timePath = '' }: PageField, record: FieldValues): TimedDate | null {
  const day = record[path];
  if (typeof day !== 'string') return null;
  return { day, at: record[`${timePath}_includes_time`] === true ? (record[timePath] as string | null) : null };
}

/** The values of a record that has a timed date. */
export function timedKeys({ path, timePath = '' }: PageField, value: unknown): FieldValues {
  const { day, at } = (value ?? { day: null, at: null }) as TimedDate | { day: null; at: null };
  return { [path]: day, [timePath]: at, [`${timePath}_includes_time`]: day === null ? null : at !== null };
}
