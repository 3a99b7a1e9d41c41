import type { ErrorObject } from 'ajv/dist/2020.js';
import { mostSuggestions, pointerKey, type Problem } from '../../refusal.ts';
import type { Mapping, ReferenceRule } from '../../resources/transfer/mapping.ts';
import { problemOf } from '../../schema/problems.ts';
import { newSchemaCompiler } from '../../schema/schema-compiler.ts';
import { mostComparisons } from '../../suggestion.ts';
import { columnProblems } from './judging/judge-columns.ts';
import { constantProblems } from './judging/judge-constants.ts';
import { newFieldProblems } from './judging/judge-new-fields.ts';
import { referenceProblems } from './judging/judge-references.ts';
import { recordProblems } from './judging/judge-records.ts';
import { type MappingToJudge, pointing } from './judging/judged.ts';
import { mappingShape } from '../../schema/mapping-schema.ts';
import { isFilled } from '../../resources/transfer/within-columns.ts';
import { withNewFields, referencesOf, targetsOf } from '../../resources/transfer/targets.ts';
import { defaultRule } from './references.ts';
import type { MappingScope } from './scope.ts';

/** A mapping with every default filled in, and all of its mistakes. With mistakes it must not be applied. */
export interface JudgedMapping {
  readonly mapping: Mapping;
  readonly problems: readonly Problem[];
}

/**
 * Judges a mapping and lists all of its mistakes by their pointers.
 * @param scope its `pointer` is where the mapping stands in the body: `/import/mapping`.
 */
export function judgeMapping(value: unknown, scope: MappingScope & { readonly pointer: string }): JudgedMapping {
  const { pointer } = scope;
  const errors = shapeErrors(value);
  const wrong = errors.flatMap((error, found) => problemOf(error, pointer, found < mostSuggestions) ?? []);
  const sound = soundPart(value, errors);
  const targets = targetsOf(scope.family, withNewFields(scope.customFields, sound.custom_fields));
  const references = withRules(sound, targets);
  const mapping = { ...sound, references };
  const [mapped, comparisons] = [mappedIn(value), { left: mostComparisons }];
  const judged: MappingToJudge = { mapping, scope, targets, mapped, comparisons, at: pointing(pointer) };
  const problems = [
    ...wrong,
    ...columnProblems(judged, indexesOf(value, errors)),
    ...constantProblems(judged),
    ...referenceProblems(judged),
    ...newFieldProblems(judged),
    // Columns that cannot be read may hold what is missing.
    ...(errors.some(isUnreadable) ? [] : recordProblems(judged)),
  ];
  return { mapping, problems };
}

const validate = newSchemaCompiler().compile(mappingShape);

const shapeErrors = (value: unknown): readonly ErrorObject[] => (validate(value) ? [] : [...(validate.errors ?? [])]);

const lists = ['upsert_by', 'columns'] as const;
const objects = ['constants', 'references', 'custom_fields'] as const;

/** The mapping without the parts that have the wrong shape. */
function soundPart(value: unknown, errors: readonly ErrorObject[]): Mapping {
  const wrong = new Set(errors.map(({ instancePath }) => instancePath.split('/').slice(0, 3).join('/')));
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const keep = (name: string, key: string): boolean =>
    !wrong.has(`/${name}`) && !wrong.has(`/${name}/${pointerKey(key)}`);
  const entries = [
    ...lists.map((name) => {
      const list: readonly unknown[] = Array.isArray(given[name]) ? given[name] : [];
      return [name, list.filter((_, index) => keep(name, String(index)))] as const;
    }),
    ...objects.map((name) => {
      const entriesOf = Object.entries(given[name] ?? {});
      return [name, Object.fromEntries(entriesOf.filter(([key]) => keep(name, key)))] as const;
    }),
  ];
  const match = keep('match', '') ? given['match'] : undefined;
  return { ...Object.fromEntries(entries), ...(match !== undefined && { match }) } as unknown as Mapping;
}

/** The place in the document of each column that has the right shape. */
function indexesOf(value: unknown, errors: readonly ErrorObject[]): readonly number[] {
  const wrong = new Set(errors.map(({ instancePath }) => instancePath.split('/').slice(0, 3).join('/')));
  const columns: unknown = (value as { readonly columns?: unknown } | null)?.columns;
  if (!Array.isArray(columns) || wrong.has('/columns')) return [];
  return columns.flatMap((_, index) => (wrong.has(`/columns/${index}`) ? [] : [index]));
}

const isUnreadable = ({ instancePath, keyword }: ErrorObject): boolean =>
  keyword === 'type' && /^(?:\/(?:columns|upsert_by|constants))?$/.test(instancePath);

/** The targets of all columns that name one. */
function mappedIn(value: unknown): readonly string[] {
  const columns: unknown = (value as { readonly columns?: unknown } | null)?.columns;
  if (!Array.isArray(columns)) return [];
  return columns.flatMap((column: { readonly to?: unknown } | null) =>
    typeof column?.to === 'string' ? [column.to] : [],
  );
}

/** The rules of all mapped references, with the defaults. */
function withRules({ columns, references }: Mapping, targets: MappingToJudge['targets']): Mapping['references'] {
  const mapped = [...referencesOf(targets).keys()].filter((name) => isFilled({ columns }, name));
  const names = [...new Set([...Object.keys(references), ...mapped])];
  return Object.fromEntries(
    names.map((name): [string, ReferenceRule] => [name, { ...defaultRule(name, targets), ...references[name] }]),
  );
}
