import { useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { nearest } from '../../parts/picker/nearest.ts';
import { type Option, Picker } from '../../parts/picker/picker.tsx';
import type { Search } from '../../queries/address.ts';
import { type FilterField, offeredFields } from './filter-fields.ts';
import { editingOf } from './filter-values.ts';
import { readyConditions } from './ready-conditions.ts';

interface Props {
  readonly resource: Resource;
  readonly fields: readonly FilterField[];
  readonly context: ViewContext;
  readonly onField: (field: FilterField) => void;
  /** Called with a whole condition, which somebody has found by its value. */
  readonly onApply: (condition: Search) => void;
}

/** The fields that people filter by most come first. */
const usual = ['project_stage_id', 'assigned_to_id', 'bid_due_date', 'amount'];

const mostValues = 12;

/**
 * The choice of what to filter by. The text narrows the fields, and finds values too: `bidd` finds `Stage is Bidding`,
 * so that one Enter filters.
 */
export function FilterChoice({ resource, fields, context, onField, onApply }: Props) {
  const [text, setText] = useState('');
  const offered = byUse(offeredFields(fields));
  const named = nearest(
    offered.map(({ name, label }) => ({ key: name, name: label })),
    text,
  );
  const values = text.trim() === '' ? [] : valuesFound(offered, text, { resource, context });
  const options: readonly Option[] = [...named, ...values.map(({ key, name }) => ({ key, name, group: 'Values' }))];
  const pick = (key: string): void => {
    const value = values.find((one) => one.key === key);
    const field = offered.find(({ name }) => name === key);
    if (value) onApply(value.search);
    else if (field) onField(field);
  };
  return <Picker label="Field" options={options} onType={setText} onPick={pick} />;
}

const byUse = (fields: readonly FilterField[]): readonly FilterField[] => {
  const first = usual.flatMap((name) => fields.filter((field) => field.name === name));
  return [...first, ...fields.filter((field) => !first.includes(field))];
};

interface FoundValue {
  readonly key: string;
  readonly name: string;
  readonly search: Search;
}

function valuesFound(
  fields: readonly FilterField[],
  text: string,
  { resource, context }: { readonly resource: Resource; readonly context: ViewContext },
): readonly FoundValue[] {
  const all = fields.flatMap((field): FoundValue[] => {
    const ready = readyConditions(field, resource).map(({ name, search }) => ({
      key: `${field.name}=${name}`,
      name: `${field.label}: ${name.toLowerCase()}`,
      search,
    }));
    const editing = editingOf(field, context);
    if (editing.by !== 'pick') return ready;
    return editing.options.map(({ key, name }) => ({
      key: `${field.name}=${key}`,
      name: `${field.label} is ${name}`,
      search: { [field.name]: key },
    }));
  });
  return nearest(all, text).slice(0, mostValues);
}
