import { targetsOf, withNewFields } from '../../resources/transfer/targets.ts';
import type { StoredImport } from '../../store/imports/imports.ts';
import { rankedHeaders } from '../mapping/proposing/header-ranks.ts';
import type { MappingScope } from '../mapping/scope.ts';

/** A function that tells why a column fills no field, as the end of a sentence. It resolves the fields once, when asked. */
export function unmappedReasons(
  { mapping, is_mapping_chosen: isChosen }: Pick<StoredImport, 'mapping' | 'is_mapping_chosen'>,
  { family, customFields }: MappingScope,
): (column: string) => string {
  let fields: readonly NamedField[] | undefined;
  return (column) => {
    fields ??= [...targetsOf(family, withNewFields(customFields, mapping.custom_fields))].map(([name, target]) => ({
      name,
      rankOf: rankedHeaders(name, target, family),
    }));
    const [best] = fields
      .flatMap(({ name, rankOf }) => {
        const rank = rankOf(column);
        return rank === undefined ? [] : [{ name, rank }];
      })
      .toSorted((one, other) => one.rank - other.rank);
    if (!best) return 'no field has this name';
    const words = best.name.replaceAll(/[._]/g, ' ');
    const other = mapping.columns.find(({ to }) => to === best.name)?.from.flat()[0];
    if (other !== undefined) return `column ${other} fills the field ${words} already`;
    return isChosen
      ? 'the mapping leaves it out'
      : `its name fits the field ${words}, but its cells or its unit do not`;
  };
}

interface NamedField {
  readonly name: string;
  readonly rankOf: ReturnType<typeof rankedHeaders>;
}
