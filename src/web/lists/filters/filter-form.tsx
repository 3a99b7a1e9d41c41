import { useState } from 'react';
import type { ViewContext } from '../../fields/field-view.ts';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import { Field } from '../../parts/field/field.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';
import { type Condition, parameterOf, valuesOf } from './conditions.ts';
import type { FilterField, Offer } from './filter-fields.ts';
import { offersOf } from './filter-fields.ts';
import { type ValueEditing, editingOf, readFilterValue } from './filter-values.ts';
import { LookUpValues, PickedValues } from './picked-values.tsx';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

interface Props {
  readonly field: FilterField;
  readonly condition: Condition | null;
  readonly context: ViewContext;
  readonly onApply: (parameter: string, value: string) => void;
  readonly onClose: () => void;
}

/** The operator and the value of a condition. */
export function FilterForm({ field, condition, context, onApply, onClose }: Props) {
  const offers = offersOf(field);
  const [at, setAt] = useState(() => Math.max(0, offerAt(offers, condition)));
  const editing = editingOf(field, context);
  const [values, setValues] = useState(() => valuesBefore(condition, editing));
  const [fault, setFault] = useState<string>();
  const offer = offers[at];
  if (!offer) return null;
  const submit = (): void => {
    const read = valueFrom(offer, { field, editing, values, context });
    if ('fault' in read) setFault(read.fault);
    else onApply(parameterOf(field, offer.operator), read.value);
  };
  const picked = {
    label: field.label,
    values,
    isSingle: offer.operator !== 'in',
    onChange: (next: readonly string[]) => {
      setFault(undefined);
      setValues(next);
    },
  };
  return (
    <DialogForm verb="Apply" onSubmit={submit} onCancel={onClose}>
      <Labelled label="Condition">
        {(input) => (
          <select {...input} value={at} onChange={({ target }) => setAt(Number(target.value))}>
            {offers.map(({ words, operator, value }, index) => (
              <option key={operator + (value ?? '')} value={index}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {offer.value === undefined && <ValueEditor {...picked} kind={field.field.kind} editing={editing} fault={fault} />}
    </DialogForm>
  );
}

interface ValueInput {
  readonly field: FilterField;
  readonly editing: ValueEditing;
  readonly values: readonly string[];
  readonly context: ViewContext;
}

/** The value of the query, or what is wrong with what was typed. */
function valueFrom(
  { operator, value }: Offer,
  { field, editing, values, context }: ValueInput,
): { readonly value: string } | { readonly fault: string } {
  if (value !== undefined) return { value };
  if (editing.by !== 'text') return values.length === 0 ? { fault: 'Choose a value.' } : { value: values.join(',') };
  const read = readFilterValue(values[0] ?? '', field, operator, context);
  return 'fault' in read ? read : { value: String(read.value) };
}

interface ValueEditorProps {
  readonly label: string;
  readonly kind: string;
  readonly editing: ValueEditing;
  readonly values: readonly string[];
  readonly isSingle: boolean;
  readonly fault: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

function ValueEditor({ kind, editing, fault, ...picked }: ValueEditorProps) {
  if (editing.by === 'text') {
    const hint = hints[kind];
    return (
      <Field
        label="Value"
        value={picked.values[0] ?? ''}
        onChange={({ target }) => picked.onChange([target.value])}
        autoComplete="off"
        autoFocus
        data-first
        fault={fault}
        {...(hint === undefined ? {} : { hint })}
      />
    );
  }
  return (
    <>
      {editing.by === 'pick' && <PickedValues {...picked} options={editing.options} />}
      {editing.by === 'look_up' && <LookUpValues {...picked} plural={editing.plural} />}
      <FaultLine>{fault}</FaultLine>
    </>
  );
}

const day = 'Such as 3/14, mar 14, today or today+14. The service reads today anew each day.';

const hints: Readonly<Record<string, string>> = {
  date: day,
  date_time: day,
  amount: 'Such as 4.2m or 850,000',
  cents: 'Such as 4.2m or 850,000',
  fraction: 'In percent',
};

const offerAt = (offers: readonly Offer[], condition: Condition | null): number =>
  offers.findIndex(
    ({ operator, value }) =>
      (operator === condition?.operator || (operator === 'eq' && condition?.operator === 'in')) &&
      (value === undefined || value === condition.value),
  );

function valuesBefore(condition: Condition | null, editing: ValueEditing): readonly string[] {
  if (condition === null || condition.operator === 'is_null') return [];
  return editing.by === 'text' ? [condition.value] : valuesOf('in', condition.value);
}
