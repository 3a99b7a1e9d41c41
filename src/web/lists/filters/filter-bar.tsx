import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Fault } from '../../../client/problem.ts';
import type { Resource } from '../../../resources/resource.ts';
import type { FieldContext } from '../../fields/field-view.ts';
import { Button } from '../../parts/button/button.tsx';
import { useKeys } from '../../shell/keys.ts';
import type { Search } from '../address.ts';
import { type Condition, conditionsOf, valuesOf } from './conditions.ts';
import { filterText } from './filter-values.ts';
import style from './filter-bar.module.css';
import { FilterDialog } from './filter-dialog.tsx';
import { FoldedFilters } from './folded-filters.tsx';
import { filterFieldsOf, operatorWords } from './filter-fields.ts';
import { useNames } from './use-names.ts';

interface Props {
  readonly resource: Resource;
  readonly search: Search;
  readonly context: Omit<FieldContext, 'field'>;
  /** The faults that the service finds in the address. */
  readonly faults: readonly Fault[];
  /** Whether the conditions are folded into one button, for narrow screens. */
  readonly isFolded?: boolean;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The conditions of a list. Each can be changed and taken away; the key `F` adds one. */
export function FilterBar({ resource, search, context, faults, isFolded = false, onChange }: Props) {
  const { directory } = context;
  const fields = useMemo(() => filterFieldsOf(resource, directory), [resource, directory]);
  const conditions = conditionsOf(search, fields, faults);
  const names = useNames(conditions);
  const [isOpen, setOpen] = useState<{ readonly condition: Condition | null } | null>(null);
  const add = (): void => setOpen({ condition: null });
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
              onClick={() => setOpen({ condition })}
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
      <Button look="bare" aria-keyshortcuts="f" onClick={add} data-chrome>
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
        <FilterDialog
          fields={fields}
          condition={isOpen.condition}
          context={context}
          onApply={(parameter, value) => {
            const replaced = isOpen.condition ? { [isOpen.condition.parameter]: undefined } : {};
            setOpen(null);
            onChange({ ...replaced, [parameter]: value });
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** `Stage is Bidding or Estimating`. A parameter that is no field stands as it is. */
function conditionText(
  { parameter, value, field, operator, fault }: Condition,
  context: Omit<FieldContext, 'field'>,
  names: ReadonlyMap<string, string>,
): string {
  if (field === null) return `${parameter} = ${value}`;
  // A wrong value stands as it was written.
  if (fault !== null) return `${field.label} ${operatorWords(operator, field.field)} ${value}`;
  if (operator === 'is_null') return `${field.label} is ${value === 'false' ? 'not empty' : 'empty'}`;
  const texts = valuesOf(operator, value).map((one) => filterText(one, field, context, names));
  return `${field.label} ${operatorWords(operator, field.field)} ${texts.join(' or ')}`;
}
