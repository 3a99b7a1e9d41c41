import { useQueries } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { isLarge } from '../../fields/views/choice-views.ts';
import { type Condition, valuesOf } from './conditions.ts';

/** The names of the records of large lists that conditions name, by condition and id. */
export function useNames(conditions: readonly Condition[]): ReadonlyMap<string, string>[] {
  return useQueries({
    queries: conditions.map(({ field, operator, value, fault }) => {
      const plural = field?.field.kind === 'reference' && isLarge(field.field.to) ? field.field.to : null;
      const ids = operator === 'is_null' || fault !== null ? [] : valuesOf(operator, value).filter(isId);
      return {
        queryKey: ['names', plural, ids],
        enabled: plural !== null && ids.length > 0,
        queryFn: async () => {
          const named =
            plural === 'imports' ? await Promise.all(ids.map(importOf)) : await recordsOf(plural ?? '', ids);
          return new Map(named.map(({ id, name }) => [id, name ?? id]));
        },
      };
    }),
    combine: (results) => results.map(({ data }) => data ?? none),
  });
}

interface Named {
  readonly id: string;
  readonly name: string | null;
}

async function recordsOf(plural: string, ids: readonly string[]): Promise<readonly Named[]> {
  const query = { id: ids.join(','), fields: 'id,name' };
  const { body } = await api.send<Record<string, Named[]>>({ path: `/${plural}`, query });
  return body[plural] ?? [];
}

/** The list of imports has no filter by id. */
const importOf = async (id: string): Promise<Named> =>
  (await api.send<{ import: Named }>({ path: `/imports/${id}` })).body.import;

const none: ReadonlyMap<string, string> = new Map();

const isId = (value: string): boolean => /^\d+$/.test(value);
