import { useMemo } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { useViewContext } from '../../fields/use-view-context.ts';
import type { Search } from '../../queries/address.ts';
import { conditionText } from './condition-text.ts';
import { conditionsOf } from './conditions.ts';
import { filterFieldsOf } from './filter-fields.ts';
import { useNames } from './use-names.ts';

/** The filters of an address in words, in its order. */
export function useFilterTexts(resource: Resource, search: Search): readonly string[] {
  const context = useViewContext();
  const { directory } = context;
  const fields = useMemo(() => filterFieldsOf(resource, directory), [resource, directory]);
  const conditions = conditionsOf(search, fields, []);
  const names = useNames(conditions);
  return conditions.map((condition, index) => conditionText(condition, context, names[index] ?? new Map()));
}
