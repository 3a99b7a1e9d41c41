import { type Group, groupLabel } from './groups.ts';
import type { Figure } from './report-kind.ts';

/** The name of the group that the address of a list names; null without one. */
export function groupOf({ search, report, context: { dimension, formats } }: Figure): string | null {
  const { group: value = null } = search;
  if (dimension === null || (value === null && search['group[is_null]'] === undefined)) return null;
  const found = report?.groups?.find(({ group }) => valueOf(group) === value);
  return found ? groupLabel(found.group, formats, dimension) : null;
}

/** A group as addresses name it: a record by its id, a band by its lower bound. */
function valueOf(group: Group): string | null {
  if (group === null || typeof group === 'string') return group;
  return 'from' in group ? String(group.from ?? 0) : (group.id ?? null);
}

/** The sum of amounts, added in cents, so that it is exact. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
