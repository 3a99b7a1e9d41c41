import type { ReactNode } from 'react';
import type { Field as DeclaredField } from '../../resources/fields.ts';
import type { PageField } from '../fields/page-field.ts';
import { readingOf } from '../fields/reading.ts';
import { CheckList } from '../parts/check-list/check-list.tsx';
import { Field } from '../parts/field/field.tsx';
import { Labelled } from '../parts/field/labelled.tsx';
import type { NamedRecord } from '../finding/use-found.ts';
import { labelOf } from '../../resources/labels.ts';
import type { FormValue } from './form-values.ts';
import { LookUpField } from './look-up-field.tsx';
import { MentionText } from './mention-text.tsx';
import { SeveralLookUpField } from './several-look-up-field.tsx';
import { SelectField } from '../parts/field/select-field.tsx';
import style from './create.module.css';
import { useViewContext } from '../fields/use-view-context.ts';

/** The props of a field of a form. */
export interface FormPartProps {
  readonly shape: PageField;
  readonly value: FormValue | undefined;
  readonly fault: ReactNode;
  readonly onChange: (value: FormValue | undefined) => void;
}

interface Props extends FormPartProps {
  readonly autoFocus: boolean;
  /** Stands in an empty line. */
  readonly placeholder?: string;
}

/** A field of a form, in the manner of its kind. */
export function FormField({ shape, value, fault, autoFocus, placeholder, onChange }: Props) {
  const { field, view } = shape;
  const context = { field, ...useViewContext() };
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
          placeholder={placeholder}
          value={text}
          hint={fault ? undefined : readingOf(shape, edit, { text, context })}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'lines':
      return (
        <Labelled {...common} hint={linesHint(field)}>
          {(input) =>
            field.markdown ? (
              <MentionText {...input} rows={4} autoFocus={autoFocus} value={text} onText={onChange} />
            ) : (
              <textarea
                {...input}
                rows={4}
                autoFocus={autoFocus}
                value={text}
                onChange={({ target }) => onChange(target.value)}
              />
            )
          }
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
      return <PartsField label={label} fault={fault} onChange={onChange} names={edit.names} value={partsOf(value)} />;
    case 'look_up':
      return <LookedUp {...common} field={field} value={value} onChange={onChange} />;
    case undefined:
      return null;
  }
}

/** The hint for a field that holds several texts. */
const linesHint = ({ kind }: DeclaredField): string | undefined => (kind === 'texts' ? 'One per line' : undefined);

const labelIn = ({ field, label }: PageField): string => (field.required ? `${label} (required)` : label);

const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');

const keysOf = (value: FormValue | undefined): readonly string[] => (value ?? []) as readonly string[];

const partsOf = (value: FormValue | undefined): PartTexts => (value ?? {}) as PartTexts;

type PartTexts = Readonly<Record<string, string>>;

interface LookedUpProps extends Pick<FormPartProps, 'value' | 'fault' | 'onChange'> {
  readonly field: DeclaredField;
  readonly label: string;
  readonly autoFocus: boolean;
}

/** A record of a large list, or several. */
function LookedUp({ field, value, ...props }: LookedUpProps) {
  if (field.kind === 'references') {
    return <SeveralLookUpField {...props} plural={field.to} value={(value ?? []) as readonly NamedRecord[]} />;
  }
  const plural = field.kind === 'reference' ? field.to : '';
  return <LookUpField {...props} plural={plural} value={value as NamedRecord | string | undefined} />;
}

interface PartsFieldProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: PartTexts;
  readonly fault: ReactNode;
  readonly onChange: (value: PartTexts) => void;
}

/** A value of several parts, such as an address. */
const PartsField = ({ label, names, value, fault, onChange }: PartsFieldProps) => (
  <fieldset className={style.parts}>
    <legend className="label">{label}</legend>
    {fault !== undefined && <p className={style.fault}>{fault}</p>}
    {names.map((part) => (
      <Field
        key={part}
        label={labelOf(part)}
        value={value[part] ?? ''}
        onChange={({ target }) => onChange({ ...value, [part]: target.value })}
      />
    ))}
  </fieldset>
);
