import { amount, boolean, choice, date, type Field, longText, text, texts, url } from '../../resources/fields.ts';
import type { CustomFieldType } from '../../resources/vocabulary/choices.ts';
import type { CustomField } from '../data/directory.ts';
import type { FieldView } from './field-view.ts';
import { viewOf } from './field-views.ts';
import { oneText, severalTexts, userId } from './views/choice-views.ts';
import { decimal } from './views/number-views.ts';

interface CustomKind {
  readonly field: Field;
  readonly view: FieldView;
}

type KindOf = (options: readonly string[]) => { readonly field: Field; readonly view?: FieldView };

const kinds: Readonly<Record<CustomFieldType, KindOf>> = {
  text: () => ({ field: text() }),
  long_text: () => ({ field: longText() }),
  number: () => ({ field: amount(), view: decimal }),
  currency: () => ({ field: amount() }),
  date: () => ({ field: date() }),
  boolean: () => ({ field: boolean() }),
  select: (options) => ({ field: choice(options), view: oneText(options) }),
  multi_select: (options) => ({ field: texts(), view: severalTexts(options) }),
  url: () => ({ field: url() }),
  user: () => ({ field: choice([]), view: userId }),
};

/** A field that the firm defined, as one of the declared kinds. */
export function customKind({ field_type: type, options, required }: CustomField): CustomKind {
  const { field, view = viewOf(field) } = kinds[type](options);
  return { field: required ? { ...field, required: true } : field, view };
}
