import type { Resource } from '../../resources/resource.ts';
import { instantIn, timeIn } from '../../resources/written-dates/zone.ts';
import type { FieldView } from './field-view.ts';
import type { PageField } from './page-field.ts';
import type { FieldValues } from './record-values.ts';
import { date, dateTime, readTyped } from './views/date-views.ts';

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
    read: (text, context, before) =>
      readTyped(text, context, ({ day, time }) => {
        const { time_zone: timeZone } = context.directory.account;
        const hour = time ?? keptHour(day, before as TimedDate | null | undefined, timeZone);
        return { value: { day, at: hour === null ? null : instantIn(timeZone, day, hour) } satisfies TimedDate };
      }),
  },
};

/** Another day without an hour keeps the hour. The same day without its hour drops it. */
const keptHour = (day: string, before: TimedDate | null | undefined, timeZone: string): string | null =>
  before && before.at !== null && before.day !== day ? timeIn(timeZone, before.at) : null;

/** The fields with each date that has a field for its time of day beside it joined with that field. */
export function joinTimes(all: readonly PageField[]): readonly PageField[] {
  const timeOf = (field: PageField): PageField | undefined => all.find(({ name }) => name === timeName(field));
  const times = new Set(all.map(timeOf));
  return all
    .filter((field) => !times.has(field))
    .map((field) => {
      const time = timeOf(field);
      return time ? { ...joined(field, time.path), label: field.label.replace(/ date$/, '') } : field;
    });
}

/** A field of the resource; a date that has a field for its time of day beside it is joined with that field. */
export function withTime(field: PageField, { fields }: Pick<Resource, 'fields'>): PageField {
  const time = timeName(field);
  return time !== null && time in fields ? joined(field, time) : field;
}

/** The name that the time of day of a date has, `bid_due_at` of `bid_due_date`; null for other fields. */
const timeName = ({ name, field }: PageField): string | null =>
  field.kind === 'date' && name.endsWith('_date') ? name.replace(/_date$/, '_at') : null;

const joined = (field: PageField, timePath: string): PageField => ({ ...field, view: timedDate, timePath });

/**
 * The fields of a request that hold a timed date. The service derives the day from the instant. The same day alone would
 * change nothing, so a day clears the instant.
 */
export function timedBody({ path, timePath = '' }: PageField, value: unknown): FieldValues {
  if (value === null) return { [path]: null };
  const { day, at } = value as TimedDate;
  return at === null ? { [path]: day, [timePath]: null } : { [timePath]: at };
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
