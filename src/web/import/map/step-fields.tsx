import type { Transform } from '../../../resources/transfer/mapping.ts';
import type { SettingOption, TransformSetting } from '../../../resources/transfer/declared-transform.ts';
import { stepParts, transforms } from '../../../resources/transfer/transforms.ts';
import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { Choice } from '../../parts/field/choice.tsx';
import { BlankWords } from './blank-words.tsx';
import style from './map.module.css';
import type { MappingEditing } from './mapping/editing.ts';
import { PatternField } from './pattern-field.tsx';
import { TextInput } from './text-input.tsx';
import { ValueMap } from './value-map.tsx';

interface Props {
  readonly editing: MappingEditing;
  readonly column: FileColumn;
  readonly to: string;
  readonly step: Transform;
  readonly onChange: (step: Transform) => void;
}

/** The settings of one step, as its transform declares them. */
export function StepFields({ step, onChange, ...place }: Props) {
  const [name, value] = stepParts(step);
  const { settings, reading } = transforms[name];
  const become = (next: unknown): void => onChange({ [name]: next } as unknown as Transform);
  if (settings.length === 0) return <p>Read {reading(value)}</p>;
  return settings.map((setting, index) => (
    <Setting key={index} {...place} setting={setting} value={value} onChange={become} />
  ));
}

interface SettingProps extends Omit<Props, 'step' | 'onChange'> {
  readonly setting: TransformSetting;
  /** The value of the transform, of the kind that its setting edits. */
  readonly value: never;
  readonly onChange: (value: unknown) => void;
}

function Setting({ setting, value, onChange, ...place }: SettingProps) {
  const set = (changes: object): void => onChange({ ...(value as object), ...changes });
  switch (setting.kind) {
    case 'choice':
      return <OneOf {...setting} value={value} onChange={(one) => (isObject(one) ? set(one) : onChange(one))} />;
    case 'text': {
      const { label, key } = setting;
      return <TextInput label={label} text={String(value[key])} onText={(text) => set({ [key]: text })} />;
    }
    case 'patterns':
      return <PatternField patterns={[value].flat()} onChange={onChange} />;
    case 'texts':
      return <BlankWords words={value} onChange={onChange} />;
    case 'values':
      return <ValueMap {...place} values={value['values']} onChange={(values) => set({ values })} />;
  }
}

interface OneOfProps extends Extract<TransformSetting, { kind: 'choice' }> {
  readonly value: never;
  readonly onChange: (value: unknown) => void;
}

/** One of the values of a setting. Another value, which only the API sets, stays until somebody chooses. */
function OneOf({ label, options, withDefaults = (given) => given, value, onChange }: OneOfProps) {
  const at = options.findIndex((option) => isSet(option, withDefaults(value)));
  const named = options.map(([, name], index): [string, string] => [String(index), name]);
  return (
    <Choice
      name={label}
      className={style.choice}
      value={String(at)}
      options={at < 0 ? [['-1', 'as it is set'], ...named] : named}
      onChange={(chosen) => onChange(options[Number(chosen)]?.[0])}
    />
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isSet = ([option]: SettingOption, value: unknown): boolean =>
  isObject(option) && isObject(value)
    ? Object.entries(option).every(([key, one]) => (value as Readonly<Record<string, unknown>>)[key] === one)
    : option === value;
