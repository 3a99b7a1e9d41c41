import { selectableKeys, type Resource } from '../../../resources/resource.ts';
import type { Fields } from '../../data/target.ts';
import { bodyWith, valueAt } from '../../fields/record-values.ts';

const closing = ['project_stage_id', 'probability', 'close_type', 'award_date', 'loss_reason_id'];
const bidDue = ['bid_due_date', 'bid_due_at', 'bid_due_at_includes_time'];

/** The fields that the service changes along with a field of a project, and that an undo has to write with it. */
const together: Readonly<Record<string, readonly string[]>> = {
  project_stage_id: closing,
  close_type: closing,
  bid_due_date: bidDue,
  bid_due_at: bidDue,
};

/** The fields to remember before a change of these fields, so that it can be undone. */
export const rememberedPaths = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.flatMap((path) => together[path] ?? [path])),
];

/** Whether a change of these fields may move a project to another stage. */
export const canMoveStage = (paths: readonly string[]): boolean => paths.includes('project_stage_id');

/** The `fields` and `include` of a list that has the values at these places, and the versions if a stage may change. */
export function shapeOf(resource: Resource, paths: readonly string[]): { fields: string; include: string | undefined } {
  const selectable = selectableKeys(resource);
  const keys = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  const named = selectable.includes('name') ? ['name'] : [];
  const unlisted = keys.filter((key) => !selectable.includes(key));
  const included = canMoveStage(paths) ? [...unlisted, 'version'] : unlisted;
  return {
    fields: [...new Set(['id', ...named, ...keys.filter((key) => selectable.includes(key))])].join(),
    include: included.length === 0 ? undefined : included.join(),
  };
}

/** The row that gives a record its remembered values again. */
export function oldValues(record: Fields, paths: readonly string[]): Fields {
  const isTimed = record['bid_due_at_includes_time'] === true;
  const given = paths.filter((path) => path !== 'bid_due_at_includes_time' && (path !== 'bid_due_at' || isTimed));
  return merged(given.map((path) => bodyWith(path, valueAt(record, path))));
}

/** Whether two states of a record have the same values at these places. */
export const isSame = (one: Fields, other: Fields, paths: readonly string[]): boolean =>
  paths.every((path) => JSON.stringify(valueAt(one, path)) === JSON.stringify(valueAt(other, path)));

/** One body of several; those of the firm's own fields share a key. */
export const merged = (bodies: readonly Fields[]): Fields =>
  bodies.reduce<Fields>((body, part) => {
    const own = part['custom_fields'];
    const before = body['custom_fields'];
    const both = own === undefined ? {} : { custom_fields: { ...(before as Fields | undefined), ...(own as Fields) } };
    return { ...body, ...part, ...both };
  }, {});

/** The places of the fields that a body sets. */
export const pathsIn = (body: Fields): readonly string[] =>
  Object.entries(body).flatMap(([key, value]) =>
    key === 'custom_fields' ? Object.keys(value as Fields).map((name) => `custom_fields/${name}`) : [key],
  );
