import { blankWords } from '../../../../resources/transfer/words/value-words.ts';
import type { MappedColumn, Transform } from '../../../../resources/transfer/mapping.ts';
import type { TransformName } from '../../../../resources/transfer/transforms.ts';
import { dateExample } from './date-example.ts';

/** The name of a step. */
export const stepName = (step: Transform): TransformName =>
  (typeof step === 'string' ? step : Object.keys(step)[0]) as TransformName;

/** What people choose to add. */
export const stepChoices: Readonly<Record<TransformName, string>> = {
  trim: 'Remove spaces at both ends',
  case: 'Change the letters to upper or lower case',
  date: 'Read a date by its form',
  number: 'Read a number',
  join: 'Join several columns',
  split: 'Split the text and take a part',
  address: 'Take a part of an address',
  person: 'Take a part of a person and a firm',
  blank_words: 'Read some texts as blank',
  map: 'Replace values',
};

/** A new step, with its usual settings. */
export const newStep: Readonly<Record<TransformName, Transform>> = {
  trim: 'trim',
  case: { case: 'title' },
  date: { date: ['M/d/yyyy', 'M/d/yy'] },
  number: { number: {} },
  join: { join: { with: ', ' } },
  split: { split: { by: ';', part: 'first' } },
  address: { address: { part: 'city' } },
  person: { person: { part: 'firm' } },
  blank_words: { blank_words: blankWords },
  map: { map: { values: {}, other: 'keep' } },
};

/** How a column is read, in one line: `as a date such as 3/14/2026; TBD, TBA and 11 more are blank`. */
export function readingInWords({ transform = [] }: MappedColumn): string {
  const isBlank = (step: Transform) => typeof step === 'object' && 'blank_words' in step;
  const steps = transform.filter((step) => !isBlank(step)).map(stepInWords);
  return [steps.length === 0 ? 'as it is' : steps.join(', '), ...transform.filter(isBlank).map(stepInWords)].join('; ');
}

const listed = (texts: readonly string[], word: 'and' | 'or'): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;

const mostWords = 4;

function blankInWords(words: readonly string[]): string {
  const isLong = words.length > mostWords + 1;
  const shown = isLong ? [...words.slice(0, mostWords), `${words.length - mostWords} more`] : words;
  return `${listed(shown, 'and')} ${words.length === 1 ? 'is' : 'are'} blank`;
}

const parts: Readonly<Record<string, string>> = {
  street_address: 'street',
  zip: 'ZIP',
  first_name: 'first name',
  last_name: 'last name',
};

const partOf = (part: string): string => parts[part] ?? part;

function stepInWords(step: Transform): string {
  if (typeof step === 'string') return 'without spaces at both ends';
  if ('date' in step) return `as a date such as ${listed([step.date].flat().map(dateExample), 'or')}`;
  if ('blank_words' in step) return blankInWords(step.blank_words);
  if ('number' in step) return numberInWords(step.number);
  if ('map' in step) return replacedInWords(Object.keys(step.map.values).length);
  return textInWords(step);
}

/** The steps that take a text and leave a text. */
function textInWords(
  step: Exclude<
    Step,
    Record<'date', unknown> | Record<'number', unknown> | Record<'map', unknown> | Record<'blank_words', unknown>
  >,
): string {
  if ('case' in step) return step.case === 'title' ? 'with capital initials' : `in ${step.case} case`;
  if ('join' in step) return `joined by “${step.join.with}”`;
  if ('split' in step) return splitInWords(step.split);
  if ('address' in step) return `the ${partOf(step.address.part)} of the address`;
  return `the ${partOf(step.person.part)} of the person and firm`;
}

const replacedInWords = (count: number): string =>
  count === 1 ? 'with 1 value replaced' : `with ${count} values replaced`;

type Step = Exclude<Transform, string>;

function numberInWords({ decimal, times }: Extract<Step, { readonly number: unknown }>['number']): string {
  const comma = decimal === ',' ? ' with a decimal comma' : '';
  return `as a number${comma}${times === undefined ? '' : ` times ${times}`}`;
}

function splitInWords({ by, part }: Extract<Step, { readonly split: unknown }>['split']): string {
  if (part === 'rest') return `all but the first part at “${by}”`;
  return `the ${typeof part === 'number' ? `${part}.` : part} part at “${by}”`;
}
