import type { Queryable } from '../../database/engine.ts';
import type { Problem } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { acceptedFields, requestName } from '../../resources/resource.ts';
import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { findByValues } from '../../store/imports/reference-lookups.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Mapping } from '../mapping/mapping.ts';

interface ConstantId {
  readonly plural: string;
  readonly id: string;
  readonly pointer: string;
}

/**
 * The problems of the constants that name no live record, by pointer: `/import/mapping/constants/company_id`. One
 * statement for each family that is not in the directory.
 */
export async function constantIdProblems(
  transaction: Queryable,
  { accountId, directory }: { readonly accountId: string; readonly directory: Directory },
  family: ImportedFamily,
  { constants }: Pick<Mapping, 'constants'>,
): Promise<Problem[]> {
  const named = constantIds(family, constants);
  const live = new Map<string, ReadonlySet<string>>();
  for (const plural of new Set(named.map((one) => one.plural))) {
    const keys = named.flatMap((one) => (one.plural === plural ? [one.id] : []));
    live.set(plural, await liveAmong(transaction, { accountId, directory, plural, keys }));
  }
  return named
    .filter(({ plural, id }) => live.get(plural)?.has(id) !== true)
    .map(({ plural, pointer }) => ({
      pointer,
      code: 'invalid_reference',
      message: `is not the id of one of the account's ${plural}`,
    }));
}

function constantIds(family: ImportedFamily, constants: Mapping['constants']): readonly ConstantId[] {
  return acceptedFields(resourceOf(family), 'create').flatMap(([name, field]): ConstantId[] => {
    if (field.kind !== 'reference' && field.kind !== 'references') return [];
    const asked = requestName(name, field);
    const value = constants[asked];
    const pointer = `/import/mapping/constants/${asked}`;
    if (typeof value === 'string') return [{ plural: field.to, id: value, pointer }];
    if (!Array.isArray(value)) return [];
    return value.flatMap((id: unknown, at) =>
      typeof id === 'string' ? [{ plural: field.to, id, pointer: `${pointer}/${at}` }] : [],
    );
  });
}

async function liveAmong(
  transaction: Queryable,
  asked: {
    readonly accountId: string;
    readonly directory: Directory;
    readonly plural: string;
    readonly keys: string[];
  },
): Promise<ReadonlySet<string>> {
  const { accountId, directory, plural, keys } = asked;
  if (resourceOf(plural).kept === 'directory') {
    const entries = directory.entries(plural);
    return new Set(keys.filter((id) => entries.get(id)?.deleted_at === null));
  }
  const found = await findByValues(transaction, resourceOf(plural), { accountId, by: 'id', keys: keys.filter(isId) });
  return new Set(found.keys());
}
