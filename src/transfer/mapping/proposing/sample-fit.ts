import type { Field, FieldKind } from '../../../resources/fields.ts';
import { stageWords } from '../../../resources/transfer/words/stage-words.ts';
import type { CustomFieldType } from '../../../resources/vocabulary/choices.ts';
import { hasEmailAddress } from '../reading-text/email-addresses.ts';
import { customConverterOf } from '../reading-text/custom-values.ts';
import { foldCase, foldName } from '../reading-text/folding.ts';
import { nameInOrder } from '../reading-text/full-name.ts';
import { itemsOf } from '../reading-text/lists-in-cells.ts';
import { arePeopleOfFirms } from '../reading-text/person-and-firm.ts';
import { blankWordsFor } from './blank-cells.ts';
import type { DateHabits } from './day-order.ts';
import { dateForm } from './sample-dates.ts';
import type { DecimalSigns } from './decimal-signs.ts';
import { fractionForm, numberForm } from './sample-numbers.ts';
import { type Form, isBlankWord, mostFit } from './samples.ts';
import type { EntriesOf, ListEntry } from '../scope.ts';
import type { MappableCustomField, MappingTarget } from '../../../resources/transfer/targets.ts';
import { isUnfit } from '../reading-text/unfit.ts';
import { converterOf, type ReadingContext } from '../reading-text/values.ts';

/** The samples of a column, and where they come from. */
export interface ColumnSamples {
  readonly samples: readonly string[];
  /** The samples, and further values if the file was just read. */
  readonly values: readonly string[];
  /** Whether its name is the field's own. */
  readonly isOwnName: boolean;
  /** Whether the product has written the file, in the forms that it reads without a step. */
  readonly isExport: boolean;
  readonly dates: DateHabits;
  /** The decimal sign of the file. */
  readonly decimals?: DecimalSigns | undefined;
}

/** The transforms by which a column can fill a target; `null` if more than half of its samples do not fit. */
export function formFor(target: MappingTarget, column: ColumnSamples, entriesOf: EntriesOf): Form {
  const words = blankWordsFor(target, column, (word) => isValueOf(target, word, entriesOf));
  const all = target.kind === 'field' || target.kind === 'custom' ? column.values : column.samples;
  if (words.length === 0) return bareForm(target, { ...column, samples: all }, entriesOf);
  const blank = new Set(words.map(foldName));
  const samples = all.filter((sample) => !blank.has(foldName(sample)));
  if (samples.length === 0 && all.length > 0 && target.kind !== 'reference') return null;
  const form = bareForm(target, { ...column, samples }, entriesOf);
  return form && [{ blank_words: words }, ...form];
}

/** The form of samples that all stand for a value. */
function bareForm(target: MappingTarget, column: ColumnSamples, entriesOf: EntriesOf): Form {
  switch (target.kind) {
    case 'id':
      return [];
    case 'field':
      return fieldForms[target.field.kind](target.field, column, entriesOf);
    case 'address':
      // Text among later values must stay text, so the first samples do not suffice.
      return fitsAddressPart(target.part, column.samples)
        ? textForm({ ...column, samples: column.values.filter((value) => !isBlankWord(value)) })
        : null;
    case 'custom':
      return customForm(target.custom, column, entriesOf);
    case 'reference':
      return referenceForm(target.field.to, column.samples, entriesOf);
    case 'part':
      return null;
  }
}

/** Whether a word such as `none` is a value of a target: a choice, or the name of an entry. */
function isValueOf(target: MappingTarget, word: string, entriesOf: EntriesOf): boolean {
  if (target.kind === 'reference') return isEntry(word, entriesOf(target.field.to));
  if (target.kind === 'custom') return !isUnfit(customConverterOf(target.custom, surroundings(entriesOf))(word));
  if (target.kind !== 'field') return false;
  const { field } = target;
  if (field.kind === 'text') return false;
  if (field.kind === 'entry_key') return isEntry(word, entriesOf(field.of));
  return !isUnfit(converterOf(field, surroundings(entriesOf))(word));
}

type FormOf = (field: Field, column: ColumnSamples, entriesOf: EntriesOf) => Form;

/** The notes of other programs are often HTML; those of this one are Markdown, in which tags are plain text. */
const longText: FormOf = ({ markdown }, { samples, isExport }) =>
  markdown && !isExport && samples.some(hasTags) ? [{ html: {} }] : [];

const hasTags = (sample: string): boolean =>
  /<\/?(?:p|br|div|span|b|strong|i|em|u|a|ul|ol|li|h[1-6]|blockquote|table|font)(?:\s[^<>]*)?\/?>/i.test(sample);

const never: FormOf = () => null;

/** Most samples can be converted. */
const convertible: FormOf = (field, { samples }, entriesOf) => {
  const convert = converterOf(field, surroundings(entriesOf));
  return mostFit(samples, (sample) => !isUnfit(convert(sample))) ? [] : null;
};

const surroundings = (entriesOf: EntriesOf): ReadingContext => ({ timeZone: 'UTC', entriesOf });

const grouped: FormOf = (_, { samples, isExport, decimals }) =>
  numberForm(samples, { isExport, decimals, isGrouped: true });

/** Money in other programs is in whole units, not in cents. */
const inCents: FormOf = (_, { samples, isOwnName, isExport, decimals }) =>
  numberForm(samples, { times: isOwnName ? undefined : 100, isExport, decimals, isGrouped: true });

const emails: FormOf = (_, { samples }) => (mostFit(samples, hasEmailAddress) ? [] : null);

const entryKeys: FormOf = (field, { samples }, entriesOf) =>
  'of' in field && mostFit(samples, (sample) => isEntry(sample, entriesOf(field.of))) ? [] : null;

const fieldForms: Record<FieldKind, FormOf> = {
  text: (_, column) => textForm(column),
  long_text: longText,
  email: emails,
  url: (_, { samples }) =>
    mostFit(samples, (sample) => /^\S+$/.test(sample) && sample.slice(1, -1).includes('.')) ? [] : null,
  texts: convertible,
  parts: never,
  count: grouped,
  cents: inCents,
  amount: grouped,
  fraction: (_, { samples, isExport }) => fractionForm(samples, { isExport }),
  boolean: convertible,
  date: (_, { samples, dates }) => dateForm(samples, dates),
  date_time: (_, { samples, dates }) => dateForm(samples, dates),
  choice: convertible,
  entry_key: entryKeys,
  reference: never,
  references: never,
  address: never,
  document: never,
  custom_fields: never,
};

/** A program that keeps numbers as fractions writes `78701.0` for a ZIP code or a job number. The step keeps other texts. */
const textForm = ({ samples, isExport }: ColumnSamples): Form => {
  const fractions = samples.filter((sample) => /^[1-9]\d{0,14}\.0$/.test(sample)).length;
  return !isExport && fractions * 2 > samples.length ? [{ number: {} }] : [];
};

const fitsAddressPart = (part: string, samples: readonly string[]): boolean =>
  samples.length === 0 ||
  (part === 'street_address' && samples.some((sample) => /\d/.test(sample))) ||
  (part === 'street_address2' && samples.every((sample) => sample.length <= 100)) ||
  (part === 'zip' && mostFit(samples, (sample) => /\d/.test(sample) && sample.length <= 12)) ||
  (['city', 'state', 'country'].includes(part) && mostFit(samples, (sample) => !/\d/.test(sample)));

function customForm(custom: MappableCustomField, column: ColumnSamples, entriesOf: EntriesOf): Form {
  const { samples, isExport, dates, decimals } = column;
  const type = custom.field_type as CustomFieldType;
  if (type === 'date') return dateForm(samples, dates);
  if (type === 'number' || type === 'currency') {
    return numberForm(samples, { isExport, decimals, isGrouped: type === 'currency' });
  }
  const convert = customConverterOf(custom, surroundings(entriesOf));
  return mostFit(samples, (sample) => !isUnfit(convert(sample))) ? [] : null;
}

/** A list's column must name at least one entry. A company is no user of the account, and a contact no firm. */
function referenceForm(to: string, samples: readonly string[], entriesOf: EntriesOf): Form {
  if (samples.length === 0) return [];
  if (to === 'companies') {
    const isUser = samples.every((sample) => isEntry(sample, entriesOf('users')));
    if (isUser) return null;
    return arePeopleOfFirms(samples) ? [{ person: { part: 'firm' } }] : [];
  }
  if (to === 'contacts') return arePeopleOfFirms(samples) ? null : [];
  if (freely.includes(to)) return [];
  if (to === 'project_stages') return stageForm(samples, entriesOf(to));
  const entries = entriesOf(to);
  const isKnown = (sample: string) =>
    itemsOf(sample).some((item) => isEntry(String(item), entries)) ||
    (to === 'users' && isEntry(nameInOrder(sample), entries));
  return samples.some(isKnown) ? [] : null;
}

/** A column of stages may have the words of bid logs, such as `Awarded`, for stages that the account has. */
function stageForm(samples: readonly string[], entries: readonly ListEntry[]): Form {
  const isKnown = (sample: string): boolean => isEntry(sample, entries);
  const others = samples.filter((sample) => !isKnown(sample));
  const values = Object.fromEntries(
    Object.entries(stageWords).filter(([word, stage]) => !isKnown(word) && isKnown(stage)),
  );
  const known = new Set(Object.keys(values).map(foldName));
  const isWord = (sample: string): boolean => known.has(foldName(sample));
  if (!samples.some((sample) => isKnown(sample) || isWord(sample))) return null;
  return others.some(isWord) ? [{ map: { values, other: 'keep' } }] : [];
}

/** The records that are not in the directory: their names cannot be compared. */
const freely = ['projects', 'task_lists'];

const isEntry = (text: string, entries: readonly ListEntry[]): boolean =>
  entries.some(
    ({ name, key, email }) =>
      foldName(name ?? '') === foldName(text) ||
      [key, email].some((other) => other && foldCase(other) === foldCase(text)),
  );
