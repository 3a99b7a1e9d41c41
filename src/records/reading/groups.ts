import { resourceOf } from '../../resources/index.ts';
import type { ListField } from '../../resources/list-fields.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { fold } from '../../resources/vocabulary/formats.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { parsed } from '../results.ts';

// The groups of sums over projects that share a value of one field.

/** The value that the records of a group share, as its statement returns it. */
export interface GroupRow {
  readonly group: string | null;
  /** The embedded columns of the large record that the value refers to, as `of.<column>`. */
  readonly [column: string]: unknown;
}

/** The resource of the large records that a field refers to; null for small records and plain values. */
export function largeTarget({ field }: ListField): Resource | null {
  const target = field.kind === 'reference' ? resourceOf(field.to) : null;
  return target?.kept === 'table' ? target : null;
}

/** The columns that the group of a large record shows. */
export const embeddedKeys = (target: Resource): string[] => ['id', 'created_at', 'updated_at', ...target.embedded];

/** Sorts stages by position, choices as declared, and records by name. The group without a value comes last. */
export const groupsInOrder = <Of extends GroupRow>(rows: readonly Of[], field: ListField, directory: Directory): Of[] =>
  rows
    .map((row) => ({ row, place: placeOf(row, field, directory) }))
    .sort((one, other) => compared(one.place, other.place))
    .map(({ row }) => row);

/** The record that the projects of a group refer to, in its embedded form, or the value that they share. */
export const groupValue = (row: GroupRow, { field }: ListField, directory: Directory): unknown =>
  field.kind === 'reference' ? embedded(row, field.to, directory) : row.group;

type GroupRank = readonly (number | string)[];

function placeOf(row: GroupRow, { field }: ListField, directory: Directory): GroupRank {
  const { group } = row;
  if (group === null) return [1];
  if (field.kind === 'choice') return [0, field.values.indexOf(group)];
  const entry = entryOf(row, field, directory);
  const name = row['of.name'] ?? entry?.['name'];
  return [0, Number(entry?.['position'] ?? 0), typeof name === 'string' ? fold(name) : '', group];
}

function entryOf({ group }: GroupRow, field: ListField['field'], directory: Directory): Row | undefined {
  if (field.kind === 'entry_key') {
    return [...directory.entries(field.of).values()].find((row) => row['key'] === group);
  }
  const isSmall = field.kind === 'reference' && resourceOf(field.to).kept === 'directory';
  return isSmall ? directory.entries(field.to).get(group ?? '') : undefined;
}

function compared(one: GroupRank, other: GroupRank): number {
  const differing = one.findIndex((part, index) => part !== other[index]);
  const [left, right] = [one[differing] ?? 0, other[differing] ?? 0];
  if (differing < 0) return 0;
  return left < right ? -1 : 1;
}

function embedded(row: GroupRow, to: string, directory: Directory): unknown {
  const target = resourceOf(to);
  if (target.kept === 'directory') return parsed(directory.embedded(to, row.group));
  if (row.group === null) return null;
  return Object.fromEntries(embeddedKeys(target).map((key) => [key, row[`of.${key}`] ?? null]));
}
