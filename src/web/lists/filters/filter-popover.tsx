import { useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { ReadyPicker } from '../../parts/picker/ready-picker.tsx';
import type { Anchor } from '../../parts/popover/anchor.ts';
import { Popover } from '../../parts/popover/popover.tsx';
import type { Condition } from './conditions.ts';
import { FilterChoice } from './filter-choice.tsx';
import type { FilterField } from './filter-fields.ts';
import { FilterForm } from './filter-form.tsx';
import { readyConditions } from './ready-conditions.ts';

interface Props {
  readonly resource: Resource;
  readonly fields: readonly FilterField[];
  /** The condition to change; null for a new one. */
  readonly condition: Condition | null;
  readonly context: ViewContext;
  /** Where it stands; without it, at what was pressed. */
  readonly anchor: Anchor | null;
  /** Replaces the parameters of the condition by others. */
  readonly onApply: (changes: Record<string, string | undefined>) => void;
  readonly onClose: () => void;
}

/** Adds a condition in one step, its field and its value, or changes one. A choice applies at once. */
export function FilterPopover({ anchor, onClose, ...step }: Props) {
  const [field, setField] = useState(step.condition?.field ?? null);
  return (
    <Popover title={field?.label ?? 'Filter by'} anchor={anchor} onClose={onClose}>
      {field === null ? (
        <FilterChoice
          {...step}
          onField={setField}
          onApply={(search) => {
            onClose();
            step.onApply(search);
          }}
        />
      ) : (
        <ValueStep {...step} field={field} onClose={onClose} />
      )}
    </Popover>
  );
}

type StepProps = Omit<Props, 'anchor' | 'fields'> & { readonly field: FilterField };

/** The value of a condition: a ready one of a date, else the form. */
function ValueStep({ resource, field, condition, context, onApply, onClose }: StepProps) {
  const [parameter, setParameter] = useState(condition?.parameter ?? null);
  const apply = (to: string, value: string | null, isLast: boolean): void => {
    onApply({ ...(parameter === null ? {} : { [parameter]: undefined }), [to]: value ?? undefined });
    setParameter(to);
    if (isLast) onClose();
  };
  const form = <FilterForm field={field} condition={condition} context={context} onApply={apply} onClose={onClose} />;
  const ready = condition === null ? readyConditions(field, resource) : [];
  if (ready.length === 0) return form;
  const pick = ({ search }: (typeof ready)[number]): void => {
    onClose();
    onApply(search);
  };
  return (
    <ReadyPicker label={field.label} ready={ready} other="Another date…" onPick={pick}>
      {form}
    </ReadyPicker>
  );
}
