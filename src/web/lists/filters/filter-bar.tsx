import { Plus } from '../../parts/icons/icons.tsx';
import { lazyRouteComponent } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Fault } from '../../../client/problem.ts';
import type { Resource } from '../../../resources/resource.ts';
import { Button } from '../../parts/button/button.tsx';
import { useKeys } from '../../keys/keys.ts';
import { Late } from '../../parts/late.tsx';
import { usePrepared } from '../../parts/prepared.ts';
import type { Anchor } from '../../parts/popover/anchor.ts';
import type { Search } from '../../queries/address.ts';
import { conditionText } from './condition-text.ts';
import { type Condition, conditionsOf } from './conditions.ts';
import style from './filter-bar.module.css';
import { FoldedFilters } from './folded-filters.tsx';
import { filterFieldsOf } from './filter-fields.ts';
import { useNames } from './use-names.ts';
import { useViewContext } from '../../fields/use-view-context.ts';

const FilterPopover = lazyRouteComponent(() => import('./filter-popover.tsx'), 'FilterPopover');

interface Props {
  readonly resource: Resource;
  readonly search: Search;
  /** The faults that the service finds in the address. */
  readonly faults: readonly Fault[];
  /** Whether the conditions are folded into one button, for narrow screens. */
  readonly isFolded?: boolean;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

interface OpenFilter {
  /** Null for a new one. */
  readonly condition: Condition | null;
  readonly anchor: Anchor | null;
}

/** The conditions of a list. Each can be changed and taken away; the key `F` adds one. */
export function FilterBar({ resource, search, faults, isFolded = false, onChange }: Props) {
  const context = useViewContext();
  const { directory } = context;
  const fields = useMemo(() => filterFieldsOf(resource, directory), [resource, directory]);
  const conditions = conditionsOf(search, fields, faults);
  const names = useNames(conditions);
  const [isOpen, setOpen] = useState<OpenFilter | null>(null);
  usePrepared(FilterPopover.preload);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => setOpen({ condition: null, anchor: addButton.current });
  useKeys({ f: { does: 'Add a filter', act: add, isCommand: true } });
  const bar = (
    <div className={style.bar} role="group" aria-label="Filters">
      {conditions.map((condition, index) => {
        const text = conditionText(condition, context, names[index] ?? new Map());
        return (
          <span key={condition.parameter} className={`${style.chip} ${condition.fault === null ? '' : style.refused}`}>
            <button
              type="button"
              className={style.edit}
              disabled={condition.field === null}
              onClick={() => setOpen({ condition, anchor: null })}
            >
              <bdi>{text}</bdi>
              {condition.fault !== null && <span className={style.fault}>{condition.fault}</span>}
            </button>
            <button
              type="button"
              className={style.remove}
              data-chrome
              aria-label={`Remove the filter ${text}`}
              onClick={() => onChange({ [condition.parameter]: undefined })}
            >
              ×
            </button>
          </span>
        );
      })}
      <Button ref={addButton} look="bare" aria-keyshortcuts="f" onClick={add} data-chrome>
        <Plus aria-hidden />
        Filter
      </Button>
    </div>
  );
  return (
    <>
      {isFolded ? (
        <FoldedFilters count={conditions.length} onAdd={add}>
          {bar}
        </FoldedFilters>
      ) : (
        bar
      )}
      {isOpen && (
        <Late title="Filter" load={FilterPopover.preload} onClose={() => setOpen(null)}>
          <FilterPopover
            resource={resource}
            fields={fields}
            {...isOpen}
            context={context}
            onApply={onChange}
            onClose={() => setOpen(null)}
          />
        </Late>
      )}
    </>
  );
}
