import { comparedWith, type Problem, quoted } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { type ListField, listFieldsOf } from '../../resources/list-fields.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { type Binding, expressionOf } from '../../store/query/binding.ts';
import { suggested } from '../../suggestion.ts';
import { type GroupRow, groupsInOrder, groupValue } from '../reading/groups.ts';
import { groupNames as summaryGroups } from '../reading/project-summary.ts';
import type { Condition } from './projects-url.ts';

const projects = resourceOf('projects');

/** The dimension by which a report groups projects. */
export type GroupBy =
  | { readonly kind: 'field'; readonly name: string; readonly field: ListField }
  | { readonly kind: 'custom'; readonly name: string; readonly customFieldId: string }
  | { readonly kind: 'band'; readonly name: string; readonly bounds: readonly string[] };

/** The fields of projects that group every report. A report says by itself how a project closed. */
export const groupFields: readonly string[] = [
  ...summaryGroups.filter((name) => name !== 'close_type' && name !== 'project_status'),
  'address.state',
];

/** The group of amounts between bounds. */
export const amountBand = 'amount_band';

/** The bounds of the bands of amounts without the parameter `bands`. */
export const defaultBands = '1000000,5000000,25000000';

const mostBands = 9;

interface AskedGroup {
  readonly group: GroupBy | null;
  readonly problems: readonly Problem[];
}

/** Reads `group_by` and `bands`. @param text undefined for a report without groups. */
export function groupOf(text: string | undefined, bands: string | undefined, directory: Directory): AskedGroup {
  const bounds = (bands ?? defaultBands).split(',');
  const problems = [...bandProblems(bands, bounds), ...besideProblems(text, bands)];
  const group = text === undefined ? null : dimensionOf(text, bounds, directory);
  return group === undefined
    ? { group: null, problems: [unknownGroup(text ?? '', directory), ...problems] }
    : { group, problems };
}

function dimensionOf(name: string, bounds: readonly string[], directory: Directory): GroupBy | undefined {
  if (name === amountBand) return { kind: 'band', name, bounds };
  if (groupFields.includes(name)) return groupByField(name);
  const found = selectFields(directory).find((one) => one.name === name);
  return found && { kind: 'custom', ...found };
}

/** The dimension of a field of projects. */
export function groupByField(name: string): GroupBy {
  const field = listFieldsOf(projects).get(name);
  if (!field) throw new Error(`projects have no ${name}`);
  return { kind: 'field', name, field };
}

/** The custom fields of projects that have one of several options. */
const selectFields = (directory: Directory): { readonly name: string; readonly customFieldId: string }[] =>
  directory
    .customFields(projects.singular)
    .filter(({ id }) => directory.entries('custom_fields').get(id)?.field_type === 'select')
    .map(({ id, apiName }) => ({ name: `custom_fields[${apiName}]`, customFieldId: id }));

function unknownGroup(name: string, directory: Directory): Problem {
  const allowed = [...groupFields, amountBand, ...selectFields(directory).map((field) => field.name)];
  const { hint, member } = suggested(name, comparedWith(allowed, 0));
  const message = `cannot be ${quoted(name)}${hint}`;
  return { parameter: 'group_by', code: 'not_allowed', message, allowed, ...member };
}

function bandProblems(bands: string | undefined, bounds: readonly string[]): Problem[] {
  if (bands === undefined) return [];
  const parameter = 'bands';
  const isAmount = (text: string): boolean => /^\d{1,13}(?:\.\d{1,2})?$/.test(text);
  if (!bounds.every(isAmount)) {
    const message = 'must be amounts of at most two decimals, separated by commas, such as 1000000,5000000';
    return [{ parameter, code: 'invalid_format', message }];
  }
  if (bounds.length > mostBands) {
    return [{ parameter, code: 'too_many', message: `must have at most ${mostBands} amounts` }];
  }
  const isAscending = bounds.every((bound, index) => index === 0 || Number(bounds[index - 1]) < Number(bound));
  return isAscending ? [] : [{ parameter, code: 'not_allowed', message: 'must be in ascending order' }];
}

const besideProblems = (group: string | undefined, bands: string | undefined): Problem[] =>
  bands === undefined || group === amountBand
    ? []
    : [{ parameter: 'bands', code: 'not_allowed', message: `is for group_by=${amountBand}` }];

/** The SQL of the value that the projects of a group share, over `t`. */
export function groupSql(group: GroupBy, binding: Binding): string {
  switch (group.kind) {
    case 'field':
      return expressionOf(projects, group.field, binding).sql;
    case 'custom':
      return `(t.custom_fields ->> ${binding.hold(group.customFieldId)}::text)`;
    case 'band':
      return `width_bucket(t.amount, ${binding.hold(group.bounds)}::numeric[])`;
  }
}

/** Sorts groups as the summary of projects does, texts by code point, bands ascending. The one without a value is last. */
export function inGroupOrder<Of extends GroupRow>(rows: readonly Of[], group: GroupBy, directory: Directory): Of[] {
  if (group.kind === 'field' && group.field.comparison !== 'text') {
    return groupsInOrder(rows, group.field, directory);
  }
  const compared = group.kind === 'band' ? (one: string, other: string) => Number(one) - Number(other) : byCodePoint;
  return [...rows].sort(({ group: one }, { group: other }) =>
    one === null || other === null ? Number(one === null) - Number(other === null) : compared(one, other),
  );
}

const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** The group as answers show it: the embedded record, the value, or the bounds of the band; null without a value. */
export function shownGroup(row: GroupRow, group: GroupBy, directory: Directory): unknown {
  if (group.kind === 'field') return groupValue(row, group.field, directory);
  if (group.kind === 'custom' || row.group === null) return row.group;
  const [from, to] = boundsOf(group.bounds, row.group);
  return { from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) };
}

/** The conditions of the list of projects that select a group. */
export function groupConditions(group: GroupBy, value: string | null): readonly Condition[] {
  const name = group.kind === 'band' ? 'amount' : group.name;
  if (value === null) return [[`${name}[is_null]`, 'true']];
  if (group.kind !== 'band') return [[`${name}[eq]`, value]];
  const [from, to] = boundsOf(group.bounds, value);
  return [
    ...(from === undefined ? [] : [[`${name}[gte]`, from] as const]),
    ...(to === undefined ? [] : [[`${name}[lt]`, to] as const]),
  ];
}

/** @param place the number of bounds that are not above the amount. */
const boundsOf = (bounds: readonly string[], place: string) => [bounds[Number(place) - 1], bounds[Number(place)]];
