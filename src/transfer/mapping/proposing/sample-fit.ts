import type { Field, FieldKind } from '../../../resources/fields.ts';
import type { CustomFieldType } from '../../../resources/vocabulary/choices.ts';
import { isEmailAddress } from '../../../resources/vocabulary/formats.ts';
import { customConverterOf } from '../reading-text/custom-values.ts';
import { foldCase, foldName } from '../reading-text/folding.ts';
import { itemsOf } from '../reading-text/lists-in-cells.ts';
import { splitPerson } from '../reading-text/person-and-firm.ts';
import { dateForm, type Form, fractionForm, numberForm } from './sample-forms.ts';
import type { CustomField, EntriesOf, ListEntry } from '../scope.ts';
import type { Target } from '../targets.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import { converterOf, type Surroundings } from '../reading-text/values.ts';

/** The samples of a column, and whether its name is the field's own. */
export interface Sampled {
  readonly samples: readonly string[];
  readonly isOwnName: boolean;
}

/** The transforms by which a column can fill a target; `null` if its samples do not fit. */
export function formFor(target: Target, column: Sampled, entriesOf: EntriesOf): Form {
  switch (target.kind) {
    case 'id':
      return [];
    case 'field':
      return fieldForms[target.field.kind](target.field, column, entriesOf);
    case 'address':
      return fitsAddressPart(target.part, column.samples) ? [] : null;
    case 'custom':
      return customForm(target.custom, column, entriesOf);
    case 'reference':
      return referenceForm(target.field.to, column.samples, entriesOf);
    case 'part':
      return null;
  }
}

type FormOf = (field: Field, column: Sampled, entriesOf: EntriesOf) => Form;

const inAnyCase: FormOf = () => [];

const never: FormOf = () => null;

/** The samples can all be converted. */
const convertible: FormOf = (field, { samples }, entriesOf) =>
  allFit(samples, converterOf(field, surroundings(entriesOf))) ? [] : null;

const surroundings = (entriesOf: EntriesOf): Surroundings => ({ timeZone: 'UTC', entriesOf });

const allFit = (samples: readonly string[], convert: (sample: string) => unknown): boolean =>
  samples.every((sample) => !isUnfit(convert(sample)));

/** Money in other programs is in whole units, not in cents. */
const inCents: FormOf = (_, { samples, isOwnName }) => numberForm(samples, isOwnName ? undefined : 100);

const emails: FormOf = (_, { samples }) => {
  if (samples.every(isEmailAddress)) return [];
  const firsts = samples.map((sample) => sample.split(';')[0]?.trim() ?? '');
  return firsts.every(isEmailAddress) ? [{ split: { by: ';', part: 'first' } }] : null;
};

const entryKeys: FormOf = (field, { samples }, entriesOf) =>
  samples.length === 0 || ('of' in field && samples.every((sample) => isEntry(sample, entriesOf(field.of))))
    ? []
    : null;

const fieldForms: Record<FieldKind, FormOf> = {
  text: inAnyCase,
  long_text: inAnyCase,
  email: emails,
  url: (_, { samples }) => (samples.every((sample) => /^\S+\.\S+$/.test(sample)) ? [] : null),
  texts: convertible,
  parts: never,
  count: (_, { samples }) => numberForm(samples),
  cents: inCents,
  amount: (_, { samples }) => numberForm(samples),
  fraction: (_, { samples }) => fractionForm(samples),
  boolean: convertible,
  date: (_, { samples }) => dateForm(samples),
  date_time: (_, { samples }) => dateForm(samples),
  choice: convertible,
  entry_key: entryKeys,
  reference: never,
  references: never,
  address: never,
  document: never,
  custom_fields: never,
};

const fitsAddressPart = (part: string, samples: readonly string[]): boolean =>
  samples.length === 0 ||
  (part === 'street_address' && samples.some((sample) => /\d/.test(sample))) ||
  (part === 'street_address2' && samples.every((sample) => sample.length <= 100)) ||
  (part === 'zip' && samples.every((sample) => /\d/.test(sample) && sample.length <= 12)) ||
  (['city', 'state', 'country'].includes(part) && samples.every((sample) => !/\d/.test(sample)));

function customForm(custom: CustomField, column: Sampled, entriesOf: EntriesOf): Form {
  const { samples } = column;
  const type = custom.field_type as CustomFieldType;
  if (type === 'date') return dateForm(samples);
  if (type === 'number' || type === 'currency') return numberForm(samples);
  return allFit(samples, customConverterOf(custom, surroundings(entriesOf))) ? [] : null;
}

/** A list's column must name at least one entry. A company is no user of the account, and a contact no firm. */
function referenceForm(to: string, samples: readonly string[], entriesOf: EntriesOf): Form {
  if (samples.length === 0) return [];
  if (to === 'companies') {
    const isUser = samples.every((sample) => isEntry(sample, entriesOf('users')));
    const isPerson = samples.some((sample) => splitPerson(sample).name !== null);
    if (isUser) return null;
    return isPerson ? [{ person: { part: 'firm' } }] : [];
  }
  if (to === 'contacts') return samples.some((sample) => splitPerson(sample).name !== null) ? null : [];
  if (freely.includes(to)) return [];
  const entries = entriesOf(to);
  const isKnown = (sample: string) => itemsOf(sample).some((item) => isEntry(String(item), entries));
  return samples.some(isKnown) ? [] : null;
}

/** The records that are not in the directory: their names cannot be compared. */
const freely = ['projects', 'task_lists'];

const isEntry = (text: string, entries: readonly ListEntry[]): boolean =>
  entries.some(
    ({ name, key, email }) =>
      foldName(name ?? '') === foldName(text) ||
      [key, email].some((other) => other && foldCase(other) === foldCase(text)),
  );
