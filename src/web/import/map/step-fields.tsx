import type { NumberForm, Transform } from '../../../resources/transfer/mapping.ts';
import {
  numberFactors,
  personParts,
  splitAddressParts,
  splitParts,
  textCases,
} from '../../../resources/transfer/transforms.ts';
import { choiceName, labelOf } from '../../fields/labels.ts';
import { Choice } from '../../parts/field/choice.tsx';
import type { FileColumn } from '../import.ts';
import type { Editing } from './mapping/editing.ts';
import style from './map.module.css';
import { BlankWords } from './blank-words.tsx';
import { PatternField } from './pattern-field.tsx';
import { TextInput } from './text-input.tsx';
import { ValueMap } from './value-map.tsx';

interface Props {
  readonly editing: Editing;
  readonly column: FileColumn;
  readonly to: string;
  readonly step: Transform;
  readonly onChange: (step: Transform) => void;
}

type Split = Extract<Exclude<Transform, string>, { readonly split: unknown }>['split'];

/** The settings of one step. */
export function StepFields({ editing, column, to, step, onChange }: Props) {
  if (typeof step === 'string') return <p>Without spaces at both ends</p>;
  if ('date' in step)
    return <PatternField patterns={[step.date].flat()} onChange={(patterns) => onChange(dateBy(patterns))} />;
  if ('blank_words' in step)
    return <BlankWords words={step.blank_words} onChange={(words) => onChange({ blank_words: words })} />;
  if ('number' in step) return <NumberFields form={step.number} onChange={(number) => onChange({ number })} />;
  if ('join' in step)
    return <TextInput label="Join by" text={step.join.with} onText={(text) => onChange({ join: { with: text } })} />;
  if ('split' in step) return <SplitFields split={step.split} onChange={(split) => onChange({ split })} />;
  if ('map' in step)
    return <ValueMap {...{ editing, column, to }} map={step.map} onChange={(map) => onChange({ map })} />;
  if ('case' in step)
    return <Parts name="Letters" part={step.case} parts={textCases} onPart={(one) => onChange({ case: one })} />;
  if ('address' in step) {
    const { part } = step.address;
    return (
      <Parts
        name="Part of the address"
        {...{ part }}
        parts={splitAddressParts}
        onPart={(one) => onChange({ address: { part: one } })}
      />
    );
  }
  const { part } = step.person;
  return (
    <Parts
      name="Part of the text"
      {...{ part }}
      parts={personParts}
      onPart={(one) => onChange({ person: { part: one } })}
    />
  );
}

/** A single pattern is written without a list. */
const dateBy = (patterns: readonly string[]): Transform => ({
  date: patterns.length === 1 ? (patterns[0] ?? '') : patterns,
});

interface PartsProps<Part extends string> {
  readonly name: string;
  readonly part: Part;
  readonly parts: readonly Part[];
  readonly onPart: (part: Part) => void;
}

const Parts = <Part extends string>({ name, part, parts, onPart }: PartsProps<Part>) => (
  <Choice
    name={name}
    className={style.choice}
    value={part}
    options={parts.map((one) => [one, partNames[one] ?? labelOf(one)])}
    onChange={(one) => onPart(one as Part)}
  />
);

const partNames: Readonly<Record<string, string>> = {
  upper: 'UPPER CASE',
  lower: 'lower case',
  title: 'Capital Initials',
};

interface NumberProps {
  readonly form: NumberForm;
  readonly onChange: (form: NumberForm) => void;
}

const decimals = [
  ['.', 'Point: 1,234.56'],
  [',', 'Comma: 1.234,56'],
] as const;

const groups = [
  [',', 'Comma'],
  ['.', 'Point'],
  [' ', 'Space'],
  ["'", 'Apostrophe'],
  ['', 'Nothing'],
] as const;

function NumberFields({ form, onChange }: NumberProps) {
  const { decimal = '.', group = decimal === ',' ? '.' : ',', times } = form;
  return (
    <>
      <Choice
        name="Decimals after"
        className={style.choice}
        value={decimal}
        options={decimals}
        // The two characters must be different.
        onChange={(next) => onChange({ ...form, decimal: next, group: next === ',' ? '.' : ',' })}
      />
      <Choice
        name="Between thousands"
        className={style.choice}
        value={group}
        options={groups.filter(([key]) => key !== decimal)}
        onChange={(next) => onChange({ ...form, decimal, group: next })}
      />
      <Choice
        name="Times"
        className={style.choice}
        value={times === undefined ? '' : String(times)}
        options={[['', '1'], ...numberFactors.map((factor): [string, string] => [String(factor), String(factor)])]}
        onChange={(next) => {
          const { times: _, ...rest } = form;
          onChange(next === '' ? rest : { ...rest, times: Number(next) });
        }}
      />
    </>
  );
}

interface SplitProps {
  readonly split: Split;
  readonly onChange: (split: Split) => void;
}

const numbered = [1, 2, 3, 4, 5];

function SplitFields({ split, onChange }: SplitProps) {
  const { by, part } = split;
  const numbers = typeof part === 'number' && !numbered.includes(part) ? [...numbered, part] : numbered;
  return (
    <>
      <TextInput label="Split at" text={by} onText={(text) => onChange({ by: text, part })} />
      <Choice
        name="Take"
        className={style.choice}
        value={String(part)}
        options={[
          ...splitParts.map((one): [string, string] => [
            one,
            one === 'rest' ? 'All but the first part' : `${choiceName(one)} part`,
          ]),
          ...numbers.map((one): [string, string] => [String(one), `Part ${one}`]),
        ]}
        onChange={(next) => onChange({ by, part: splitParts.find((one) => one === next) ?? Number(next) })}
      />
    </>
  );
}
