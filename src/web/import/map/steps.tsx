import { X } from 'lucide-react';
import type { MappedColumn, Transform } from '../../../resources/transfer/mapping.ts';
import { type TransformName, transformNames, transformWords } from '../../../resources/transfer/transforms.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import type { FileColumn } from '../import.ts';
import type { Editing } from './mapping/editing.ts';
import style from './map.module.css';
import { StepFields } from './step-fields.tsx';
import { newStep, stepChoices, stepName } from './mapping/step-words.ts';

interface Props {
  readonly editing: Editing;
  readonly column: FileColumn;
  readonly mapped: MappedColumn;
  readonly onChange: (column: MappedColumn) => void;
}

/** The steps from the text of a cell to the value, in order. */
export function Steps({ editing, column, mapped, onChange }: Props) {
  const { transform = [], ...rest } = mapped;
  const become = (next: readonly Transform[]): void => onChange(next.length > 0 ? { ...rest, transform: next } : rest);
  const offered = transformNames.filter((name) => name !== 'trim' && isOffered(name, mapped));
  return (
    <>
      {transform.map((step, index) => (
        // A step has nothing but its place.
        <div key={`${index} ${stepName(step)}`} className={style.stepLine} title={transformWords[stepName(step)]}>
          <StepFields
            {...{ editing, column, step }}
            to={mapped.to}
            onChange={(next) => become(transform.with(index, next))}
          />
          <Button
            look="bare"
            aria-label={`Remove: ${stepChoices[stepName(step)]}`}
            onClick={() => become(transform.toSpliced(index, 1))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Choice
        name={transform.length === 0 ? 'Read it in another way' : 'And then'}
        className={style.choice}
        value=""
        options={[['', 'Choose'], ...offered.map((name): [string, string] => [name, stepChoices[name]])]}
        onChange={(name) => {
          if (name !== '') become([...transform, newStep[name as TransformName]]);
        }}
      />
    </>
  );
}

/** Only several columns can be joined, and only once. */
const isOffered = (name: TransformName, { from, transform = [] }: MappedColumn): boolean =>
  name !== 'join' || (from.flat().length > 1 && !transform.some((step) => stepName(step) === 'join'));
