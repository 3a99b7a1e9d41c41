import type { OtherValues, Transform } from '../../../resources/transfer/mapping.ts';
import type { TextCase } from '../../../resources/transfer/transforms.ts';
import { firstDateReader } from './dates.ts';
import { foldName } from './folding.ts';
import { numberReader } from './numbers.ts';
import { splitPerson } from './person-and-firm.ts';
import { titleCase } from './title-case.ts';
import { isUnfit, remembered, type Unfit, unfit } from './unfit.ts';
import { splitAddress } from './us-address.ts';

/** One step: a value that is not blank becomes another, `null` (blank) or `Unfit`. */
export type Step = (value: unknown) => unknown;

/** The steps of a column. `join` gathers several cells, so it divides them. */
export interface Steps {
  readonly before: Step;
  readonly after: Step;
  /** The text of `join`, if there is one. */
  readonly joint: string | null;
}

/** @param isFraction whether the target holds 0 to 1, so that `25%` is a value of it. */
export function stepsOf(transforms: readonly Transform[], isFraction: boolean): Steps {
  const at = transforms.findIndex((transform) => typeof transform === 'object' && 'join' in transform);
  const join = transforms[at];
  const chain = (some: readonly Transform[]): Step => chained(some.map((one) => stepOf(one, isFraction)));
  if (typeof join !== 'object' || !('join' in join))
    return { before: (value) => value, after: chain(transforms), joint: null };
  return { before: chain(transforms.slice(0, at)), after: chain(transforms.slice(at + 1)), joint: join.join.with };
}

function chained(steps: readonly Step[]): Step {
  if (steps.length === 0) return (value) => value;
  return (value) => {
    let current: unknown = value;
    for (const step of steps) {
      current = step(current);
      if (isBlank(current)) return null;
      if (isUnfit(current)) return current;
    }
    return current;
  };
}

/** Whether a cell or a value is empty: null, only spaces, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && (value === '' || value.trim() === '')) ||
  (Array.isArray(value) && value.length === 0);

/** A value as text, for the steps that read text. */
export function textOf(value: unknown): string | Unfit {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : unfit('a text', 'wrong_type');
}

/** A step on the text of a value. */
export const onText =
  (work: (text: string) => unknown): Step =>
  (value) => {
    const text = textOf(value);
    return isUnfit(text) ? text : work(text);
  };

const lettering: Readonly<Record<TextCase, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title: titleCase,
};

// Several columns often take parts of the same text.
const addressOf = remembered(splitAddress);
const personOf = remembered(splitPerson);

function stepOf(transform: Transform, isFraction: boolean): Step {
  if (transform === 'trim') return onText((text) => text);
  if ('blank_words' in transform) return blankStep(transform.blank_words);
  if ('map' in transform) return mapper(transform.map.values, transform.map.other ?? 'keep');
  return 'join' in transform ? (value) => value : readingStep(transform, isFraction);
}

type Reading = Exclude<
  Transform,
  string | Record<'blank_words', unknown> | Record<'map', unknown> | Record<'join', unknown>
>;

/** The step that reads a text. */
function readingStep(transform: Reading, isFraction: boolean): Step {
  if ('case' in transform) return onText(remembered(lettering[transform.case]));
  if ('date' in transform) return dateStep(transform.date);
  if ('number' in transform) return numberStep(numberReader(transform.number, isFraction));
  if ('split' in transform) return onText(splitter(transform.split));
  if ('address' in transform) return onText((text) => addressOf(text)[transform.address.part]);
  return onText((text) => personOf(text)[transform.person.part]);
}

function dateStep(patterns: string | readonly string[]): Step {
  return onText(remembered(firstDateReader([patterns].flat())));
}

/** Cells that are no text, such as the numbers of a workbook, stay as they are. */
function blankStep(words: readonly string[]): Step {
  const known = new Set(words.map(foldName));
  const isWord = remembered((text) => known.has(foldName(text)));
  return (value) => (typeof value === 'string' && isWord(value) ? null : value);
}

const numberStep =
  (read: (value: unknown) => number | Unfit): Step =>
  (value) =>
    read(typeof value === 'string' ? value.trim() : value);

type Split = Extract<Exclude<Transform, string>, { readonly split: unknown }>['split'];

function splitter({ by, part }: Split): (text: string) => string | null {
  if (part === 'rest')
    return (text) => {
      const at = text.indexOf(by);
      return at < 0 ? null : text.slice(at + by.length).trim();
    };
  return (text) => {
    const pieces = text.split(by);
    const piece = part === 'last' ? pieces.at(-1) : pieces[part === 'first' ? 0 : part - 1];
    return piece?.trim() ?? null;
  };
}

function mapper(values: Readonly<Record<string, unknown>>, other: OtherValues): Step {
  const known = new Map(Object.entries(values).map(([text, value]) => [foldName(text), value]));
  const folded = remembered(foldName);
  const refused = unfit('one of the values of the map', 'not_allowed');
  return onText((text) => {
    const key = folded(text);
    if (known.has(key)) return known.get(key);
    if (other === 'keep') return text;
    return other === 'empty' ? null : refused;
  });
}
