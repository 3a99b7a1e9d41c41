import type { Field, FieldKind } from '../../resources/fields.ts';
import type { FieldView } from './field-view.ts';
import { address } from './views/address-view.ts';
import {
  boolean,
  choice,
  entryKey,
  isLarge,
  lookedUp,
  lookedUpSeveral,
  parts,
  reference,
  references,
  severalTexts,
} from './views/choice-views.ts';
import { date, dateTime } from './views/date-views.ts';
import { amount, cents, count, fraction } from './views/number-views.ts';
import { email, longText, text, texts, url } from './views/text-views.ts';

/** The view of a field that other parts of the page show. */
const elsewhere: FieldView = { show: () => null };

/** The view of each kind of field. A kind without one does not compile. */
const views: Readonly<Record<FieldKind, FieldView>> = {
  text,
  long_text: longText,
  url,
  email,
  texts,
  count,
  cents,
  amount,
  fraction,
  boolean,
  date,
  date_time: dateTime,
  address,
  custom_fields: elsewhere,
  document: elsewhere,
  choice,
  entry_key: entryKey,
  reference,
  references,
  parts,
};

export function viewOf(field: Field): FieldView {
  if (field.kind === 'reference' && isLarge(field.to)) return lookedUp;
  if (field.kind === 'references' && isLarge(field.to)) return lookedUpSeveral;
  return field.kind === 'texts' && field.values ? severalTexts(field.values) : views[field.kind];
}
