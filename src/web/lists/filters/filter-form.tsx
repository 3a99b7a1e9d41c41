import { useState } from 'react';
import type { ViewContext } from '../../fields/field-view.ts';
import { DialogForm } from '../../parts/dialog/dialog-form.tsx';
import type { Operator } from '../../../resources/list-fields.ts';
import { Field } from '../../parts/field/field.tsx';
import formStyle from '../../parts/field/form.module.css';
import { Labelled } from '../../parts/field/labelled.tsx';
import { type Condition, parameterOf, valuesOf } from './conditions.ts';
import type { FilterField, Offer } from './filter-fields.ts';
import { offersOf } from './filter-fields.ts';
import { type ValueEditing, editingOf, readFilterValue } from './filter-values.ts';
import { LookUpValues, PickedValues } from './picked-values.tsx';

interface Props {
  readonly field: FilterField;
  readonly condition: Condition | null;
  readonly context: ViewContext;
  /**
   * Called with each choice, and with a typed value that is sent.
   * @param value null if no value is left. @param isLast whether nothing more is to be chosen.
   */
  readonly onApply: (parameter: string, value: string | null, isLast: boolean) => void;
  readonly onClose: () => void;
}

/** The operator and the value of a condition. A chosen value applies at once; a typed one is sent. */
export function FilterForm({ field, condition, context, onApply, onClose }: Props) {
  const offers = offersOf(field);
  const [at, setAt] = useState(() => Math.max(0, offerAt(offers, condition)));
  const editing = editingOf(field, context);
  const [values, setValues] = useState(() => valuesBefore(condition, editing));
  const [fault, setFault] = useState<string>();
  const offer = offers[at];
  if (!offer) return null;
  const parameter = spellingOf(field, offer.operator, condition);
  const choose = (next: readonly string[]): void => {
    setFault(undefined);
    setValues(next);
    if (editing.by === 'text') return;
    onApply(parameter, next.length === 0 ? null : next.join(','), condition === null || offer.operator !== 'in');
  };
  const submit = (): void => {
    const read = readFilterValue(values[0] ?? '', field, offer.operator, context);
    if ('fault' in read) setFault(read.fault);
    else onApply(parameter, String(read.value), true);
  };
  const chooseOffer = (index: number): void => {
    const next = offers[index];
    setAt(index);
    // An empty value needs nothing more.
    if (next?.value !== undefined) onApply(parameterOf(field, next.operator), next.value, true);
  };
  const operators = (
    <Labelled label="Condition">
      {(input) => (
        <select {...input} value={at} onChange={({ target }) => chooseOffer(Number(target.value))}>
          {offers.map(({ words, operator, value }, index) => (
            <option key={operator + (value ?? '')} value={index}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
  const picked = { label: field.label, values, isSingle: offer.operator !== 'in', onChange: choose };
  if (editing.by !== 'text') {
    return (
      <div className={formStyle.form}>
        {operators}
        {offer.value === undefined && editing.by === 'pick' && <PickedValues {...picked} options={editing.options} />}
        {offer.value === undefined && editing.by === 'look_up' && <LookUpValues {...picked} plural={editing.plural} />}
      </div>
    );
  }
  const hint = hints[field.field.kind];
  return (
    <DialogForm verb="Apply" onSubmit={submit} onCancel={onClose}>
      {operators}
      {offer.value === undefined && (
        <Field
          label="Value"
          value={values[0] ?? ''}
          onChange={({ target }) => choose([target.value])}
          autoComplete="off"
          autoFocus
          data-first
          fault={fault}
          {...(hint === undefined ? {} : { hint })}
        />
      )}
    </DialogForm>
  );
}

/** The parameter of a condition; a changed one keeps its own, because an address can have `stage_id` and `stage_id[in]`. */
const spellingOf = (field: FilterField, operator: Operator, condition: Condition | null): string =>
  condition?.operator === operator ? condition.parameter : parameterOf(field, operator);

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
