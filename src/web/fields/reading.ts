import type { FieldContext, FieldEdit } from './field-view.ts';
import type { PageField } from './page-field.ts';
import { date } from './views/date-views.ts';

type LineEdit = Extract<FieldEdit, { readonly by: 'line' | 'lines' }>;

/** The kinds of which people type a text that stands for something else. */
const readKinds = ['date', 'date_time', 'amount', 'cents', 'fraction'];

/** How the page reads a typed text; an example for a date that it cannot read. */
export function readingOf(
  { field, view }: Pick<PageField, 'field' | 'view'>,
  edit: LineEdit,
  { text, context, before }: { text: string; context: FieldContext; before?: unknown },
): string | undefined {
  if (!readKinds.includes(field.kind)) return undefined;
  const read = edit.read(text, context, before);
  const shown = 'value' in read ? view.show(read.value, context) : null;
  if (shown !== null || !field.kind.startsWith('date')) return shown ?? undefined;
  return `Such as 3/14, ${view === date ? 'mar 14' : 'mar 14 2p'}, fri or +10`;
}
