import type { Field } from '../../resources/fields.ts';
import { choiceName } from '../../resources/labels.ts';
import { projects } from '../../resources/projects.ts';
import type { FirmDirectory } from '../data/directory.ts';
import type { Formats } from '../data/formats.ts';
import { definitionsOf } from '../fields/page-field.ts';
import { filterFieldsOf } from '../lists/filters/filter-fields.ts';

/** What the projects of a group have in common. */
export interface Dimension {
  /** As `group_by` names it. */
  readonly name: string;
  readonly label: string;
}

const amountBand: Dimension = { name: 'amount_band', label: 'Amount' };

/** The dimensions that people ask for most. */
const usualDimensions = [
  ...['project_stage_id', 'assigned_to_id', 'division_id', 'company_id', 'market_sector_id', 'lead_source_id'],
  ...['amount_band', 'address.state'],
];

/** A report says by itself how a project closed. */
const refusedDimensions = ['close_type', 'project_status'];

/** The dimensions by which reports have groups, the usual ones first. */
export function dimensionsOf(directory: FirmDirectory): readonly Dimension[] {
  const fields = filterFieldsOf(projects, directory).filter(({ name, field }) => isDimension(name, field));
  const custom = definitionsOf(projects, directory)
    .filter(({ field_type: type }) => type === 'select')
    .map(({ api_name: apiName, name }) => ({ name: `custom_fields[${apiName}]`, label: name }));
  const all = [amountBand, ...fields.map(({ name, label }) => ({ name, label })), ...custom];
  const first = usualDimensions.flatMap((name) => all.filter((one) => one.name === name));
  return [...first, ...all.filter((one) => !first.includes(one))];
}

/** The dimension of a parameter `group_by`; null without one, or if there is none of that name. */
export const dimensionOf = (name: string | null | undefined, directory: FirmDirectory): Dimension | null =>
  dimensionsOf(directory).find((one) => one.name === name) ?? null;

/** Whether the service groups by a field of every project: by references and choices. */
const isDimension = (name: string, { kind }: Field): boolean =>
  name === 'address.state' ||
  (['reference', 'choice', 'entry_key'].includes(kind) &&
    ![...refusedDimensions, 'id'].includes(name) &&
    !isCustom(name));

const isCustom = (name: string): boolean => name.startsWith('custom_fields[');

interface Band {
  readonly from: number | null;
  readonly to: number | null;
}

/** A record that the projects of a group refer to. */
interface GroupRecord {
  readonly id?: string;
  readonly name: string | null;
  readonly email?: string | null;
}

/** A group of a report, as the service answers it. */
export type Group = string | GroupRecord | Band | null;

/** The name of a group: that of a record, a value, or a band of amounts. */
export function groupLabel(
  group: Group,
  { shortMoney }: Pick<Formats, 'shortMoney'>,
  { label, name }: Dimension,
): string {
  if (group === null) return name === amountBand.name ? 'No amount' : `No ${label.toLowerCase()}`;
  if (typeof group === 'string') return isCustom(name) || name.includes('.') ? group : choiceName(group);
  return 'from' in group ? bandLabel(group, shortMoney) : (group.name ?? group.email ?? '');
}

function bandLabel({ from, to }: Band, shortMoney: Formats['shortMoney']): string {
  if (from === null) return `Below ${shortMoney(to)}`;
  return to === null ? `${shortMoney(from)} and more` : `${shortMoney(from)} to ${shortMoney(to)}`;
}
