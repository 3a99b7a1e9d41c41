import type { Field } from '../../../resources/fields.ts';
import { isLarge } from '../../fields/views/choice-views.ts';
import { addDays } from '../../../resources/written-dates/days.ts';
import { entriesOf, nameOf } from '../../data/directory.ts';
import { instantIn } from '../../../resources/written-dates/zone.ts';
import type { ViewContext, ParsedText } from '../../fields/field-view.ts';
import { readDate } from '../../../resources/written-dates/read-date.ts';
import type { Operator } from '../../../resources/list-fields.ts';
import type { Option } from '../../parts/picker/picker.tsx';
import { isNumeric } from '../columns/columns.ts';
import type { FilterField } from './filter-fields.ts';

/** The way in which a person edits the value of a condition. */
export type ValueEditing =
  | { readonly by: 'pick'; readonly options: readonly Option[] }
  | { readonly by: 'look_up'; readonly plural: string }
  | { readonly by: 'text' };

export function editingOf(filter: FilterField, context: ViewContext): ValueEditing {
  const { field, nullable, options } = filter;
  const none: readonly Option[] = nullable ? [{ key: 'null', name: 'Empty' }] : [];
  if (options) return { by: 'pick', options: [...options.map((name) => ({ key: name, name })), ...none] };
  if ((field.kind === 'reference' || field.kind === 'references') && isLarge(field.to))
    return { by: 'look_up', plural: field.to };
  if (field.kind === 'references') return { by: 'pick', options: [...entryOptions(field.to, context), ...none] };
  const { edit } = filter.view;
  if (edit?.by !== 'pick') return { by: 'text' };
  const values = edit.options(null, { field, ...context }).filter(({ key }) => key !== '');
  const me = filter.isUser ? [{ key: 'me', name: 'Me' }] : [];
  return { by: 'pick', options: [...me, ...values, ...none] };
}

const entryOptions = (plural: string, { directory }: ViewContext): readonly Option[] =>
  entriesOf(directory, plural).map((entry) => ({ key: entry.id, name: nameOf(entry) }));

const relativeDay = /^today([+-]\d{1,4})?$/i;

/** Reads a typed value as the text that the query has. `today+14` stays as it is, so that it moves with the day. */
export function readFilterValue(
  text: string,
  filter: FilterField,
  operator: Operator,
  context: ViewContext,
): ParsedText {
  const { field } = filter;
  const typed = text.trim();
  if (typed === '') return { fault: 'Write a value.' };
  if (field.kind === 'date' || field.kind === 'date_time') return readDay(typed, field.kind, operator, context);
  const { edit } = filter.view;
  if (edit?.by !== 'line' || filter.comparison === 'texts') return { value: typed };
  const read = edit.read(typed, { field, ...context });
  return 'fault' in read ? read : { value: String(read.value) };
}

function readDay(typed: string, kind: 'date' | 'date_time', operator: Operator, context: ViewContext): ParsedText {
  const relative = typed.replaceAll(' ', '').toLowerCase();
  if (relativeDay.test(relative)) return { value: relative };
  const read = readDate(typed, context.formats);
  if (read === null) return { fault: 'Write a date, such as 3/14, mar 14 or today+14.' };
  if (kind === 'date') return { value: read.day };
  const zone = context.directory.account.time_zone;
  if (read.time !== null) return { value: instantIn(zone, read.day, read.time) };
  // Up to a day, or after it, means up to or after its end.
  const isEnd = operator === 'lte' || operator === 'gt';
  const start = instantIn(zone, isEnd ? addDays(read.day, 1) : read.day, '00:00');
  return { value: isEnd ? new Date(Date.parse(start) - 1).toISOString() : start };
}

/** A value of a query as text for people. @param names the names of records of large lists, by id. */
export function filterText(
  value: string,
  filter: FilterField,
  context: ViewContext,
  names: ReadonlyMap<string, string>,
): string {
  const { field, view } = filter;
  if (value === 'null') return 'empty';
  if (isItself(value, filter)) return value;
  if (field.kind === 'reference' || field.kind === 'references') {
    const entry = entriesOf(context.directory, field.to).find(({ id }) => id === value);
    return entry ? nameOf(entry) : (names.get(value) ?? `no. ${value}`);
  }
  const typed = typedValue(value, field);
  const shown = typed === null ? dayWords(value, field) : view.show(typed, { field, ...context });
  return shown ?? value;
}

/** `today+1` → `tomorrow`, `today+7` → `7 days from now`, `today-30` → `30 days ago`; null for another text. */
function dayWords(value: string, { kind }: Field): string | null {
  if ((kind !== 'date' && kind !== 'date_time') || !relativeDay.test(value)) return null;
  const days = Number(value.slice('today'.length));
  const near = ['yesterday', 'today', 'tomorrow'][days + 1];
  if (near !== undefined) return near;
  return days > 0 ? `${days} days from now` : `${-days} days ago`;
}

/** Whether people read the value as the query has it: an option that the firm has written, or `me`. */
const isItself = (value: string, { isUser, options }: FilterField): boolean =>
  options !== undefined || (isUser && value === 'me');

/** The value that a text of a query means; null if it has none, such as `today+14`. */
function typedValue(text: string, field: Field): unknown {
  if (isNumeric(field)) return Number.isNaN(Number(text)) ? null : Number(text);
  switch (field.kind) {
    case 'boolean':
      return text === 'true';
    case 'date':
    case 'date_time':
      return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
    case 'choice':
    case 'entry_key':
      return text;
    default:
      return null;
  }
}
