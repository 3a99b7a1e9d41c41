import { useQueries } from '@tanstack/react-query';
import { isLarge } from '../../fields/views/choice-views.ts';
import { recordNamesQuery } from '../../queries/record-names.ts';
import { type Condition, valuesOf } from './conditions.ts';

/** The names of the records of large lists that conditions name, by condition and id. */
export function useNames(conditions: readonly Condition[]): ReadonlyMap<string, string>[] {
  return useQueries({
    queries: conditions.map(({ field, operator, value, fault }) => {
      const plural = field?.field.kind === 'reference' && isLarge(field.field.to) ? field.field.to : null;
      const ids = operator === 'is_null' || fault !== null ? [] : valuesOf(operator, value).filter(isId);
      return { ...recordNamesQuery(plural ?? '', ids), enabled: plural !== null && ids.length > 0 };
    }),
    combine: (results) => results.map(({ data }) => data ?? none),
  });
}

const none: ReadonlyMap<string, string> = new Map();

const isId = (value: string): boolean => /^\d+$/.test(value);
