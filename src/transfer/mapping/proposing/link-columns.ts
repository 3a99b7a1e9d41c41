import type { MappedColumn } from '../../../resources/transfer/mapping.ts';
import type { MappingTarget, MappingTargets } from '../../../resources/transfer/targets.ts';
import type { ProposedColumn } from '../scope.ts';

/** A column that fills a field for an address, with the links of its cells before their texts. */
export function withLink(
  mapped: MappedColumn,
  columns: readonly ProposedColumn[],
  targets: MappingTargets,
): MappedColumn {
  const [source, ...others] = mapped.from;
  const link = columns.find(({ link_of: of }) => of !== undefined && of === source);
  const target = targets.get(mapped.to);
  if (!link || others.length > 0 || !target || !isAddress(target)) return mapped;
  return { ...mapped, from: [link.name, ...mapped.from] };
}

/** Whether a target takes an e-mail address or one of the web. */
export function isAddress(target: MappingTarget): boolean {
  switch (target.kind) {
    case 'field':
      return ['email', 'url'].includes(target.field.kind) || target.asked === 'website';
    case 'custom':
      return target.custom.field_type === 'url';
    case 'part':
      return isAddress(target.of);
    default:
      return false;
  }
}
