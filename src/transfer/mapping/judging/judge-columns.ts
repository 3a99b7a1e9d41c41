import { type Problem, quoted } from '../../../refusal.ts';
import type { MappedColumn } from '../../../resources/transfer/mapping.ts';
import { namesToCompare, suggested } from '../../../suggestion.ts';
import { transformProblems } from './judge-transforms.ts';
import { type MappingToJudge, misnamed, unknownName } from './judged.ts';
import { referencesOf } from '../../../resources/transfer/targets.ts';

/** The mistakes of the mapped columns. @param places the index of each of them in the document. */
export function columnProblems(judged: MappingToJudge, places: readonly number[]): Problem[] {
  const seen = new Map<string, string>();
  return judged.mapping.columns.flatMap((column, index) => {
    const place = places[index] ?? index;
    return [
      ...sourceProblems(judged, column, place),
      ...targetProblems(judged, column, judged.at('columns', place, 'to'), seen),
      ...transformProblems(column.transform ?? [], judged.at('columns', place, 'transform'), judged),
    ];
  });
}

function sourceProblems({ scope, comparisons, at }: MappingToJudge, { from }: MappedColumn, place: number): Problem[] {
  const known = new Set(scope.columns.map(({ name }) => name));
  return from.flatMap((source, index) =>
    [source].flat().flatMap((name, inner) => {
      if (known.has(name)) return [];
      const path = typeof source === 'string' ? [index] : [index, inner];
      return [
        unknownName(at('columns', place, 'from', ...path), 'column', name, namesToCompare(comparisons, [...known])),
      ];
    }),
  );
}

function targetProblems(
  judged: MappingToJudge,
  { to }: MappedColumn,
  pointer: string,
  seen: Map<string, string>,
): Problem[] {
  if (!judged.targets.has(to)) return [unknownTarget(judged, to, pointer)];
  const same = sameAs(to, judged).find((one) => seen.has(one));
  if (!seen.has(to)) seen.set(to, pointer);
  if (same === undefined) return [];
  return [
    { pointer, code: 'duplicate', message: `${quoted(to)} is filled by another column already`, first: seen.get(same) },
  ];
}

/** Requests name a reference by its id, and a mapping by its name. */
function unknownTarget({ targets, comparisons, scope }: MappingToJudge, to: string, pointer: string): Problem {
  const ids = new Map([...referencesOf(targets).keys()].map((name) => [`${name}_id`, name]));
  const { suggestion } = suggested(to, namesToCompare(comparisons, [...targets.keys(), ...ids.keys()])).member;
  const what = to.startsWith('custom_fields.') ? 'custom field' : `field of ${scope.family}`;
  return misnamed(pointer, `no ${what} is called ${quoted(to)}`, ids.get(suggestion ?? '') ?? suggestion);
}

/** The targets that fill the same value: `company` and `company.name` if companies are found by name; a whole and its parts. */
function sameAs(to: string, judged: MappingToJudge): readonly string[] {
  const target = judged.targets.get(to);
  if (target?.kind === 'field') return [to, ...[...judged.targets.keys()].filter((name) => name.startsWith(`${to}.`))];
  if (target?.kind !== 'reference' && target?.kind !== 'part') return [to, to.split('.')[0] ?? to];
  const naming = [target.name, `${target.name}.${foundBy(judged, target.name)}`];
  return naming.includes(to) ? naming : [to];
}

const foundBy = ({ mapping }: MappingToJudge, reference: string): string => mapping.references[reference]?.by ?? 'name';
