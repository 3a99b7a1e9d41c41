import {
  type AddressPart,
  numberCharacters,
  type Transform,
  type TransformName,
  type TransformValues,
} from '../../resources/transfer/mapping.ts';
import { stepParts } from '../../resources/transfer/transforms.ts';
import { dateReader, firstDateReader } from './reading-text/dates.ts';
import { foldName } from './reading-text/folding.ts';
import { numberReader } from './reading-text/numbers.ts';
import { splitName } from './reading-text/full-name.ts';
import { splitPerson } from './reading-text/person-and-firm.ts';
import { isBlank, onText, type ReadingStep } from './reading-text/steps.ts';
import { markdownOf } from './reading-text/html-text.ts';
import { titleCase } from './reading-text/title-case.ts';
import { remembered } from './reading-text/remembered.ts';
import { isUnfit, unfit } from './reading-text/unfit.ts';
import { splitAddress } from './reading-text/us-address.ts';

/** What the service does with a transform of `resources/transfer/transforms.ts`. */
interface TransformReader<Value> {
  readonly read: (value: Value, reading: StepContext) => ReadingStep;
  /** The mistakes of a value that fits the schema. */
  readonly faults?: (value: Value) => readonly TransformFault[];
  /** How many times the work of another step it takes. */
  readonly cost?: (value: Value) => number;
}

/** How the texts of a column are read. */
export interface StepContext {
  /** Whether the target holds 0 to 1, so that `25%` is a value of it. */
  readonly isFraction: boolean;
  /** Whether the target holds text, such as a ZIP code. */
  readonly isText: boolean;
  /** The zone of the firm. */
  readonly timeZone: string;
}

export interface TransformFault {
  /** The place below the value, such as `/2`. */
  readonly at: string;
  readonly code: 'invalid_format' | 'duplicate';
  readonly message: string;
}

// Several columns often take parts of the same text.
const addressOf = remembered(splitAddress);
const personOf = remembered(splitPerson);
const nameOf = remembered(splitName);

const readers: { readonly [Name in TransformName]: TransformReader<TransformValues[Name]> } = {
  trim: { read: () => onText((text) => text) },
  case: {
    read: (letters) => onText(remembered(lettering[letters])),
    cost: (letters) => (letters === 'title' ? 80 : 1),
  },
  date: {
    read: (patterns, { timeZone }) => onText(remembered(firstDateReader([patterns].flat(), timeZone))),
    faults: patternFaults,
  },
  number: {
    read: (form, { isFraction, isText }) => {
      const read = numberReader(form, isFraction);
      return isText ? numberInText(read) : (value) => read(typeof value === 'string' ? value.trim() : value);
    },
    faults: characterFaults,
  },
  join: { read: () => (value) => value },
  split: { read: (split) => onText(splitter(split)) },
  address: { read: ({ part, other }) => onText((text) => partOfAddress(text, part, other === 'keep')) },
  person: { read: ({ part }) => onText((text) => personOf(text)[part]) },
  full_name: { read: ({ part }) => onText((text) => nameOf(text)[part]) },
  html: { read: () => onText(markdownOf), cost: () => 12 },
  blank_words: { read: blanking },
  map: { read: (map) => onText(replacing(map)) },
};

/** @param isKept whether a text that is no city with its state stays whole. */
function partOfAddress(text: string, part: AddressPart, isKept: boolean): string | null {
  const address = addressOf(text);
  const { street_address: street, city, state } = address;
  return isKept && (street !== null || city === null || state === null) ? text : address[part];
}

const readerOf = (name: TransformName): TransformReader<never> => readers[name];

/** The mistakes of a transform whose value fits the schema. */
export function transformFaults(step: Transform): readonly TransformFault[] {
  const [name, value] = stepParts(step);
  return readerOf(name).faults?.(value) ?? [];
}

/** The steps of a column. `join` gathers several cells, so it divides them. */
export interface ReadingSteps {
  readonly before: ReadingStep;
  readonly after: ReadingStep;
  /** The text of `join`, if there is one. */
  readonly joint: string | null;
  /** How often the texts are read, about. */
  readonly passes: number;
}

export function stepsOf(transforms: readonly Transform[], context: StepContext): ReadingSteps {
  const at = transforms.findIndex((transform) => typeof transform === 'object' && 'join' in transform);
  const join = transforms[at];
  const steps = transforms.map((step) => {
    const [name, value] = stepParts(step);
    return { read: readerOf(name).read(value, context), cost: readerOf(name).cost?.(value) ?? 1 };
  });
  return {
    before: chained(steps.slice(0, Math.max(0, at))),
    after: chained(steps.slice(at + 1)),
    joint: typeof join === 'object' && 'join' in join ? join.join.with : null,
    passes: steps.reduce((sum, { cost }) => sum + cost, 1),
  };
}

function chained(steps: readonly { readonly read: ReadingStep }[]): ReadingStep {
  if (steps.length === 0) return (value) => value;
  return (value) => {
    let current: unknown = value;
    for (const { read } of steps) {
      current = read(current);
      if (isBlank(current)) return null;
      if (isUnfit(current)) return current;
    }
    return current;
  };
}

const lettering: Readonly<Record<TransformValues['case'], (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title: titleCase,
};

function patternFaults(patterns: TransformValues['date']): TransformFault[] {
  return [patterns].flat().flatMap((pattern, index): TransformFault[] => {
    const reader = dateReader(pattern, 'UTC');
    if (typeof reader !== 'string') return [];
    const at = typeof patterns === 'string' ? '' : `/${index}`;
    return [{ at, code: 'invalid_format', message: `the pattern ${reader}` }];
  });
}

function characterFaults(form: TransformValues['number']): TransformFault[] {
  const { decimal, group } = numberCharacters(form);
  if ([decimal, group].some((one) => /^[\d+-]$/.test(one)))
    return [{ at: '', code: 'invalid_format', message: 'decimal and group must not be digits or signs' }];
  return decimal === group
    ? [{ at: '', code: 'duplicate', message: 'decimal and group must be different characters' }]
    : [];
}

/** In a field of text, `78701.0` is 78701. A text such as `02138`, `26.10` or `78701-1234` stays as it is. */
const numberInText =
  (read: ReadingStep): ReadingStep =>
  (value) => {
    if (typeof value !== 'string') return read(value);
    const text = value.trim();
    const number = /^0\d|^\d+\.\d{0,15}[1-9]\d{0,15}$/.test(text) ? text : read(text);
    return isUnfit(number) ? text : number;
  };

function splitter({ by, part }: TransformValues['split']): (text: string) => string | null {
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

/** Cells that are no text, such as the numbers of a workbook, stay as they are. */
function blanking(words: TransformValues['blank_words']): ReadingStep {
  const known = new Set(words.map(foldName));
  const isWord = remembered((text) => known.has(foldName(text)));
  return (value) => (typeof value === 'string' && isWord(value) ? null : value);
}

function replacing({ values, other = 'keep' }: TransformValues['map']): (text: string) => unknown {
  const known = new Map(Object.entries(values).map(([text, value]) => [foldName(text), value]));
  const folded = remembered(foldName);
  const refused = unfit('one of the values of the map', 'not_allowed');
  return (text) => {
    const key = folded(text);
    if (known.has(key)) return known.get(key);
    if (other === 'keep') return text;
    return other === 'empty' ? null : refused;
  };
}
