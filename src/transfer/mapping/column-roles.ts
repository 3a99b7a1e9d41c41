import { resourceOf } from '../../resources/index.ts';
import { type MappingTarget, targetsOf, withNewFields } from '../../resources/transfer/targets.ts';
import type { Mapping } from './mapping.ts';
import { foldName } from './reading-text/folding.ts';
import type { MappingScope } from './scope.ts';

/** The part that a mapping gives to a column of a file. */
export interface ColumnRole {
  readonly column: string;
  /** Its name as `headingOf` compares it. */
  readonly heading: string;
  /** Whether it fills a field that is no number. */
  readonly isNamed: boolean;
  /** Whether it fills a field. */
  readonly isMapped: boolean;
  /** Whether it fills a field for which a bare number is no value, such as a client, a street or an e-mail address. */
  readonly isWorded: boolean;
  /** Whether it fills a field with the words of a list, such as stages. `Pending` is a value of it, no label. */
  readonly isListed: boolean;
}

/** The roles of the columns of a file, in their order. */
export function columnRoles(mapping: Mapping, { family, columns, customFields }: MappingScope): ColumnRole[] {
  const targets = targetsOf(family, withNewFields(customFields, mapping.custom_fields));
  const columnsOf = (isWanted: (to: string) => boolean): ReadonlySet<string> =>
    new Set(mapping.columns.flatMap(({ from, to }) => (isWanted(to) ? from.flat() : [])));
  const mapped = columnsOf(() => true);
  const named = columnsOf((to) => !isNumber(targets.get(to)));
  const worded = columnsOf((to) => wordedFields.has(to));
  const listed = columnsOf((to) => hasListedWords(targets.get(to)));
  return columns.map(({ name }) => ({
    column: name,
    heading: headingOf(name),
    isNamed: named.has(name),
    isMapped: mapped.has(name),
    isWorded: worded.has(name),
    isListed: listed.has(name),
  }));
}

const wordedFields: ReadonlySet<string> = new Set([
  ...['address.street_address', 'address.city', 'address.state', 'email', 'website', 'first_name', 'last_name'],
  ...['company', 'company.name'],
]);

const isNumber = (target: MappingTarget | undefined): boolean => {
  if (target?.kind === 'custom') return ['number', 'currency'].includes(target.custom.field_type);
  return target?.kind === 'field' && ['amount', 'cents', 'count', 'fraction'].includes(target.field.kind);
};

function hasListedWords(target: MappingTarget | undefined): boolean {
  switch (target?.kind) {
    case 'reference':
    case 'part':
      return resourceOf(target.field.to).kept === 'directory';
    case 'field':
      return ['choice', 'choices', 'entry_key'].includes(target.field.kind);
    case 'custom':
      return ['select', 'multi_select'].includes(target.custom.field_type);
    default:
      return false;
  }
}

/** The name of a column without marks, and without the number that a second one of the name has. */
export const headingOf = (text: string): string =>
  foldName(text)
    .replace(/ \(\d+\)$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
