import type { ValidateFunction } from 'ajv/dist/2020.js';
import { pointerKey, type Problem } from '../../../refusal.ts';
import type { Transform, TransformName } from '../../../resources/transfer/mapping.ts';
import { transformNames, transforms } from '../../../resources/transfer/transforms.ts';
import { problemOf } from '../../../schema/problems.ts';
import { newSchemaCompiler } from '../../../schema/schema-compiler.ts';
import { namesToCompare } from '../../../suggestion.ts';
import { transformFaults } from '../transform-readers.ts';
import { type MappingToJudge, unknownName } from './judged.ts';

/** The mistakes of the transforms of a column, which may be anything. */
export function transformProblems(steps: readonly unknown[], pointer: string, judged: MappingToJudge): Problem[] {
  const joins = steps.flatMap((step, at) => (isObject(step) && 'join' in step ? [at] : []));
  return [
    ...steps.flatMap((step, at) => stepProblems(step, `${pointer}/${at}`, judged)),
    ...joins.slice(1).map((at): Problem => {
      return { pointer: `${pointer}/${at}`, code: 'duplicate', message: 'is a second join' };
    }),
  ];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function stepProblems(step: unknown, pointer: string, { comparisons }: MappingToJudge): Problem[] {
  if (step === 'trim') return [];
  const wrong = (wanted: string): Problem[] => [{ pointer, code: 'wrong_type', message: `must be ${wanted}` }];
  const [name, ...others] = typeof step === 'string' ? [step] : Object.keys(isObject(step) ? step : {});
  if (name === undefined || others.length > 0)
    return wrong('"trim" or an object with one key, the name of a transform');
  if (!isTransform(name)) {
    const place = typeof step === 'string' ? pointer : `${pointer}/${pointerKey(name)}`;
    return [unknownName(place, 'transform', name, namesToCompare(comparisons, transformNames))];
  }
  if (name === 'trim') return wrong('the word "trim"');
  return isObject(step) ? valueProblems(name, step, `${pointer}/${name}`) : wrong(`an object: {"${name}": …}`);
}

const isTransform = (name: string): name is TransformName => transformNames.some((known) => known === name);

const compiler = newSchemaCompiler();
const validators = new Map<TransformName, ValidateFunction>();

function valueProblems(name: TransformName, step: Readonly<Record<string, unknown>>, pointer: string): Problem[] {
  const validate = validators.get(name) ?? compiler.compile(transforms[name].schema);
  validators.set(name, validate);
  if (validate(step[name])) {
    const faults = transformFaults(step as unknown as Transform);
    return faults.map(({ at, code, message }) => ({ pointer: pointer + at, code, message }));
  }
  const errors = validate.errors ?? [];
  const alternatives = new Map(
    errors.flatMap(({ keyword, instancePath, parentSchema }) =>
      keyword === 'anyOf' ? [[instancePath, String(parentSchema?.['description'])]] : [],
    ),
  );
  return [
    ...errors
      .filter(({ instancePath }) => !alternatives.has(instancePath))
      .flatMap((error) => problemOf(error, pointer) ?? []),
    // Of the alternatives of a value, one problem tells all: their description, which is a sentence.
    ...[...alternatives].map(([path, sentence]): Problem => {
      const wanted = sentence.charAt(0).toLowerCase() + sentence.slice(1, -1);
      return { pointer: pointer + path, code: 'not_allowed', message: `must be ${wanted}` };
    }),
  ];
}
