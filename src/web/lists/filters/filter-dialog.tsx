import { useState } from 'react';
import type { FieldContext } from '../../fields/field-view.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import type { Condition } from './conditions.ts';
import { type FilterField, offeredFields } from './filter-fields.ts';
import { FilterForm } from './filter-form.tsx';

interface Props {
  readonly fields: readonly FilterField[];
  /** The condition to change; null for a new one. */
  readonly condition: Condition | null;
  readonly context: Omit<FieldContext, 'field'>;
  readonly onApply: (parameter: string, value: string) => void;
  readonly onClose: () => void;
}

/** Adds or changes a condition: first its field, then its operator and value. */
export function FilterDialog({ fields, condition, context, onApply, onClose }: Props) {
  const [field, setField] = useState(condition?.field ?? null);
  if (field === null) {
    const options = offeredFields(fields).map(({ name, label }) => ({ key: name, name: label }));
    return (
      <Dialog title="Filter by" onClose={onClose}>
        <Picker
          label="Field"
          options={options}
          onPick={(key) => setField(fields.find(({ name }) => name === key) ?? null)}
        />
      </Dialog>
    );
  }
  return (
    <Dialog key={field.name} title={field.label} onClose={onClose}>
      <FilterForm {...{ field, condition, context, onApply, onClose }} />
    </Dialog>
  );
}
