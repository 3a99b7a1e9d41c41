import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from '../../../refusal.ts';
import { type TransformName, transformNames } from '../../../resources/transfer/transforms.ts';
import { problemOf } from '../../../schema/problems.ts';
import { newSchemaCompiler } from '../../../schema/schema-compiler.ts';
import { dateReader } from '../reading-text/dates.ts';
import { type Judged, unknownName } from './judged.ts';
import { transformValues } from '../../../schema/mapping-schema.ts';
import { namesToCompare } from '../../../suggestion.ts';

/** The mistakes of the transforms of a column, which may be anything. */
export function transformProblems(steps: readonly unknown[], pointer: string, judged: Judged): Problem[] {
  const joins = steps.flatMap((step, at) => (isObject(step) && 'join' in step ? [at] : []));
  return [
    ...steps.flatMap((step, at) => stepProblems(step, `${pointer}/${at}`, judged)),
    ...joins
      .slice(1)
      .map((at): Problem => ({ pointer: `${pointer}/${at}`, code: 'duplicate', message: 'is a second join' })),
  ];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function stepProblems(step: unknown, pointer: string, { comparisons }: Judged): Problem[] {
  if (step === 'trim') return [];
  const [name, ...others] = namesIn(step);
  if (name === undefined || others.length > 0)
    return [wrongType(pointer, '"trim" or an object with one key, the name of a transform')];
  if (!isTransform(name)) {
    const place = typeof step === 'string' ? pointer : `${pointer}/${escaped(name)}`;
    return [unknownName(place, 'transform', name, namesToCompare(comparisons, transformNames))];
  }
  if (name === 'trim') return [wrongType(pointer, 'the word "trim"')];
  return isObject(step)
    ? valueProblems(name, step[name], `${pointer}/${name}`)
    : [wrongType(pointer, `an object: {"${name}": …}`)];
}

const isTransform = (name: string): name is TransformName => transformNames.some((known) => known === name);

function namesIn(step: unknown): readonly string[] {
  if (typeof step === 'string') return [step];
  return isObject(step) ? Object.keys(step) : [];
}

const wrongType = (pointer: string, wanted: string): Problem => ({
  pointer,
  code: 'wrong_type',
  message: `must be ${wanted}`,
});

const compiler = newSchemaCompiler();
const validators = new Map<string, ValidateFunction>();

function validatorOf(name: keyof typeof transformValues): ValidateFunction {
  const known = validators.get(name) ?? compiler.compile(transformValues[name]);
  validators.set(name, known);
  return known;
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

function valueProblems(name: keyof typeof transformValues, value: unknown, pointer: string): Problem[] {
  const validate = validatorOf(name);
  if (!validate(value)) return shapeProblems(validate.errors ?? [], pointer);
  if (name === 'date') return patternProblems(value as string | readonly string[], pointer);
  return name === 'number' ? numberProblems(value as Readonly<Record<string, unknown>>, pointer) : [];
}

/** Of the alternatives of a value, one problem tells all. */
function shapeProblems(errors: readonly ErrorObject[], pointer: string): Problem[] {
  const alternatives = new Set(
    errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  );
  return errors.flatMap((error): Problem[] => {
    if (!alternatives.has(error.instancePath)) return [problemOf(error, pointer) ?? []].flat();
    const message = 'must be a number from 1, first, rest or last';
    return error.keyword === 'anyOf'
      ? [{ pointer: `${pointer}${error.instancePath}`, code: 'not_allowed', message }]
      : [];
  });
}

function patternProblems(pattern: string | readonly string[], pointer: string): Problem[] {
  if (typeof pattern !== 'string') return pattern.flatMap((one, at) => patternProblems(one, `${pointer}/${at}`));
  const reader = dateReader(pattern);
  return typeof reader === 'string' ? [{ pointer, code: 'invalid_format', message: `the pattern ${reader}` }] : [];
}

function numberProblems(
  { decimal = '.', group = decimal === ',' ? '.' : ',' }: Readonly<Record<string, unknown>>,
  pointer: string,
): Problem[] {
  const isDigit = [decimal, group].some((one) => /^[\d+-]$/.test(String(one)));
  if (isDigit) return [{ pointer, code: 'invalid_format', message: 'decimal and group must not be digits or signs' }];
  return decimal === group
    ? [{ pointer, code: 'duplicate', message: 'decimal and group must be different characters' }]
    : [];
}
