import type { DraftRow } from './draft-row.ts';
import { foldCase, foldName } from './reading-text/folding.ts';
import type { PlaceContext } from './places.ts';
import type { MappingTarget } from '../../resources/transfer/targets.ts';

type KeyOf = (row: DraftRow) => string | null;

/**
 * The values of the `upsert_by` fields of a row, folded: names without regard to case, accents and repeated spaces,
 * other values without regard to case. `null` if one of them is blank, or if there are no such fields.
 */
export function keysOf(
  upsertBy: readonly string[],
  context: PlaceContext,
): (row: DraftRow) => readonly string[] | null {
  const keys = upsertBy.flatMap((name) => {
    const target = context.targets.get(name);
    return target ? [keyOf(target, context)] : [];
  });
  if (keys.length === 0) return () => null;
  return (row) => {
    const values: string[] = [];
    for (const key of keys) {
      const value = key(row);
      if (value === null || value === '') return null;
      values.push(value);
    }
    return values;
  };
}

function keyOf(target: MappingTarget, { ruleOf }: PlaceContext): KeyOf {
  switch (target.kind) {
    case 'id':
      return (row) => row.id;
    case 'field': {
      const folded = target.field.folded ? foldName : foldCase;
      return (row) => folded(textOf(row.fields[target.asked]));
    }
    case 'address':
      return (row) => foldName(textOf(objectOf(row.fields[target.asked])[target.part]));
    case 'custom':
      return (row) => foldCase(textOf(objectOf(row.fields['custom_fields'])[target.custom.api_name]));
    case 'reference':
    case 'part': {
      const folded = ruleOf(target.name).by === 'name' ? foldName : foldCase;
      return (row) => folded(textOf(row.references.get(target.name)?.value));
    }
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
