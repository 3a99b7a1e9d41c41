import type { MappedColumn, Transform } from '../../../resources/transfer/mapping.ts';
import type { TransformName } from '../../../resources/transfer/transforms.ts';

/** The name of a step. */
export const stepName = (step: Transform): TransformName =>
  (typeof step === 'string' ? step : Object.keys(step)[0]) as TransformName;

/** What people choose to add. */
export const stepChoices: Readonly<Record<TransformName, string>> = {
  trim: 'Remove spaces at both ends',
  case: 'Change the letters to upper or lower case',
  date: 'Read a date by a pattern',
  number: 'Read a number',
  join: 'Join several columns',
  split: 'Split the text and take a part',
  address: 'Take a part of an address',
  person: 'Take a part of a person and a firm',
  map: 'Replace values',
};

/** A new step, with its usual settings. */
export const newStep: Readonly<Record<TransformName, Transform>> = {
  trim: 'trim',
  case: { case: 'title' },
  date: { date: 'M/d/yyyy' },
  number: { number: {} },
  join: { join: { with: ', ' } },
  split: { split: { by: ';', part: 'first' } },
  address: { address: { part: 'city' } },
  person: { person: { part: 'firm' } },
  map: { map: { values: {}, other: 'keep' } },
};

/** How a column is read, in one line: `as a date by M/d/yyyy`. */
export function readingInWords({ transform = [] }: MappedColumn): string {
  return transform.length === 0 ? 'as it is' : transform.map(stepInWords).join(', ');
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
  if ('date' in step) return `as a date by ${step.date}`;
  if ('number' in step) return numberInWords(step.number);
  if ('map' in step) return replacedInWords(Object.keys(step.map.values).length);
  return textInWords(step);
}

/** The steps that take a text and leave a text. */
function textInWords(
  step: Exclude<Step, { readonly date: unknown } | { readonly number: unknown } | { readonly map: unknown }>,
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
