import type { ReactNode } from 'react';
import type { Field as DeclaredField } from '../../resources/fields.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { PageField } from '../fields/page-field.ts';
import { readingOf } from '../fields/reading.ts';
import { CheckList } from '../parts/check-list/check-list.tsx';
import { Field } from '../parts/field/field.tsx';
import { Labelled } from '../parts/field/labelled.tsx';
import type { Found } from '../record/use-found.ts';
import type { FormValue } from './form-values.ts';
import { LookUpField } from './look-up-field.tsx';
import { SelectField } from './select-field.tsx';
import { PartsField } from './parts-field.tsx';
import style from './create.module.css';

interface Props {
  readonly shape: PageField;
  readonly value: FormValue | undefined;
  readonly fault: ReactNode;
  readonly autoFocus: boolean;
  readonly onChange: (value: FormValue | undefined) => void;
}

/** The hint for a field that holds several texts. */
const linesHint = ({ kind }: DeclaredField): string | undefined => (kind === 'texts' ? 'One per line' : undefined);

/** A field of a form, in the manner of its kind. */
export function FormField({ shape, value, fault, autoFocus, onChange }: Props) {
  const { field, view } = shape;
  const context = { field, formats: useFormats(), directory: useDirectory() };
  const { edit } = view;
  const label = labelIn(shape);
  const common = { label, fault, autoFocus };
  const text = textOf(value);
  switch (edit?.by) {
    case 'line':
      return (
        <Field
          {...common}
          autoComplete="off"
          value={text}
          hint={fault ? undefined : readingOf(shape, edit, { text, context })}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'lines':
      return (
        <Labelled {...common} hint={linesHint(field)}>
          {(input) => (
            <textarea
              {...input}
              rows={4}
              autoFocus={autoFocus}
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Labelled>
      );
    case 'pick':
      return <SelectField {...common} options={edit.options(null, context)} value={text} onChange={onChange} />;
    case 'several':
      return (
        <>
          <CheckList label={label} options={edit.options(null, context)} keys={keysOf(value)} onChange={onChange} />
          <p className={style.fault}>{fault}</p>
        </>
      );
    case 'parts':
      return <PartsField {...{ label, fault, onChange }} names={edit.names} value={partsOf(value)} />;
    case 'look_up':
      return (
        <LookUpField
          {...common}
          plural={pluralOf(field)}
          value={value as Found | string | undefined}
          onChange={onChange}
        />
      );
    case undefined:
      return null;
  }
}

const labelIn = ({ field, label }: PageField): string => (field.required ? `${label} (required)` : label);

const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');

const keysOf = (value: FormValue | undefined): readonly string[] => (value ?? []) as readonly string[];

const partsOf = (value: FormValue | undefined) => (value ?? {}) as Readonly<Record<string, string>>;

const pluralOf = (field: DeclaredField): string => (field.kind === 'reference' ? field.to : '');
