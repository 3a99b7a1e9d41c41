import { type ProblemGroup, warningKind } from '../../../../resources/transfer/import-summary.ts';
import type { MappedColumn, Mapping, Transform } from '../../../../resources/transfer/mapping.ts';
import type { FirmDirectory } from '../../../data/directory.ts';
import type { Import } from '../../import.ts';
import { stepParts } from '../../../../resources/transfer/transforms.ts';
import { type ColumnTargets, targetsOf } from '../../map/mapping/targets.ts';
import { type ValueChoice, valueChoices } from '../../map/mapping/value-choices.ts';

/** The values that texts of the file become, by the target of their column. */
export type MendedValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A group whose texts can each become a value of the field. */
export interface Mendable {
  readonly to: string;
  readonly texts: readonly string[];
  readonly choices: readonly ValueChoice[];
}

/** Problems that no other value can mend. */
const unmendable: readonly string[] = ['required', 'ambiguous'];

/** The steps after which a text is still found by its spelling in the file. */
const harmless: readonly string[] = ['trim', 'case', 'map', 'blank_words'];

const severalValues: readonly string[] = ['references', 'texts', 'parts'];

/** The values that can take the place of the texts of a group; null if the field can have any, or holds several. */
export function mendableOf(item: Import, directory: FirmDirectory, group: ProblemGroup): Mendable | null {
  const { mapping } = item;
  const column = mapping.columns.find(({ to, from }) => to === group.field && from.flat().includes(group.column ?? ''));
  if (!column || unmendable.includes(group.code) || warningKind(group) !== 'lost') return null;
  const targets = targetsOf(item.as, directory, mapping);
  if (!isReplaceable(column, targets)) return null;
  // The summary cuts long texts.
  const texts = group.values.map(({ value }) => value).filter((text) => !text.endsWith('…'));
  const choices = valueChoices({ targets, mapping }, column.to, directory);
  return choices === null || texts.length === 0 ? null : { to: column.to, texts, choices };
}

/** Whether a column holds one value, whose text in the summary is the one that a new step finds. */
function isReplaceable({ to, transform = [] }: MappedColumn, targets: ColumnTargets): boolean {
  const kind = targets.get(to)?.field?.kind;
  if (kind === 'reference') return true;
  return !(kind && severalValues.includes(kind)) && transform.every((step) => harmless.includes(stepParts(step)[0]));
}

/** The mapping in which the texts become these values. */
export const mendedMapping = (mapping: Mapping, mending: MendedValues): Mapping => ({
  ...mapping,
  columns: mapping.columns.map((column) => {
    const values = mending[column.to];
    return values === undefined ? column : { ...column, transform: withValues(column.transform ?? [], values) };
  }),
});

/** The steps with these values in the last step that replaces values, or in a new one. */
function withValues(steps: readonly Transform[], added: Readonly<Record<string, unknown>>): readonly Transform[] {
  const at = steps.findLastIndex((step) => stepParts(step)[0] === 'map');
  const known = steps[at];
  if (typeof known !== 'object' || !('map' in known)) return [...steps, { map: { values: added, other: 'keep' } }];
  return steps.with(at, { map: { ...known.map, values: { ...known.map.values, ...added } } });
}
