import { useState } from 'react';
import { type Option, Picker } from '../../parts/picker/picker.tsx';
import { useFound } from '../../finding/use-found.ts';

interface Props {
  readonly label: string;
  readonly values: readonly string[];
  /** Whether a value replaces the one before. */
  readonly isSingle: boolean;
  readonly onChange: (values: readonly string[]) => void;
}

interface LookUp {
  readonly onType: (text: string) => void;
  readonly isCurrent: boolean;
}

/** Picks several values: each pick chooses one or takes it away. */
export function PickedValues({
  options,
  lookUp,
  ...props
}: Props & { readonly options: readonly Option[]; readonly lookUp?: LookUp }) {
  const { label, values, isSingle, onChange } = props;
  const pick = (key: string): void => {
    if (values.includes(key)) onChange(values.filter((one) => one !== key));
    else onChange(isSingle ? [key] : [...values, key]);
  };
  const shown = options.map(({ key, name, note }) => ({ key, name, note: values.includes(key) ? 'chosen' : note }));
  return <Picker label={label} options={shown} onPick={pick} {...lookUp} />;
}

/** Picks values among the records of a large list, which the service looks up. The chosen ones stay at the end. */
export function LookUpValues({ plural, ...props }: Props & { readonly plural: string }) {
  const [text, setText] = useState('');
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const { found, isCurrent } = useFound(plural, text);
  const options = found.map(({ id, name, note }) => ({ key: id, name, note }));
  const chosen = props.values
    .filter((value) => !options.some(({ key }) => key === value))
    .map((value) => ({ key: value, name: known.get(value) ?? (value === 'null' ? 'Empty' : `no. ${value}`) }));
  const choose = (values: readonly string[]): void => {
    setKnown(new Map([...known, ...found.map(({ id, name }): [string, string] => [id, name])]));
    props.onChange(values);
  };
  const lookUp = { onType: setText, isCurrent };
  return <PickedValues {...props} options={[...options, ...chosen]} lookUp={lookUp} onChange={choose} />;
}
