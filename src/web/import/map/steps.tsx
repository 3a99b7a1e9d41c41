import type { FileColumn } from '../../../resources/transfer/imports.ts';
import type { MappedColumn, Transform, TransformName } from '../../../resources/transfer/mapping.ts';
import { stepParts, transformNames, transforms } from '../../../resources/transfer/transforms.ts';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import { X } from '../../parts/icons/icons.tsx';
import style from './map.module.css';
import type { MappingEditing } from './mapping/editing.ts';
import { StepFields } from './step-fields.tsx';

interface Props {
  readonly editing: MappingEditing;
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
      {transform.map((step, index) => {
        const { words, label } = transforms[stepName(step)];
        return (
          // A step has nothing but its place.
          <div key={`${index} ${label}`} className={style.stepLine} title={words}>
            <StepFields
              editing={editing}
              column={column}
              step={step}
              to={mapped.to}
              onChange={(next) => become(transform.with(index, next))}
            />
            <Button look="bare" aria-label={`Remove: ${label}`} onClick={() => become(transform.toSpliced(index, 1))}>
              <X aria-hidden />
            </Button>
          </div>
        );
      })}
      <Choice
        name={transform.length === 0 ? 'Read it in another way' : 'And then'}
        className={style.choice}
        value=""
        options={[['', 'Choose'], ...offered.map((name): [string, string] => [name, transforms[name].label])]}
        onChange={(name) => {
          if (name !== '') become([...transform, newStep(name as TransformName)]);
        }}
      />
    </>
  );
}

const stepName = (step: Transform): TransformName => stepParts(step)[0];

const newStep = (name: TransformName) => ({ [name]: transforms[name].initial }) as unknown as Transform;

/** Only several columns can be joined, and only once. */
const isOffered = (name: TransformName, { from, transform = [] }: MappedColumn): boolean =>
  name !== 'join' || (from.flat().length > 1 && !transform.some((step) => stepName(step) === 'join'));

/** How a column is read, in one line: `as a date such as 3/14/2026; TBD, TBA and 11 more are blank`. */
export function readingInWords({ transform = [] }: MappedColumn): string {
  const isBlank = (step: Transform): boolean => stepName(step) === 'blank_words';
  const inWords = (step: Transform): string => {
    const [name, value] = stepParts(step);
    return transforms[name].reading(value);
  };
  const steps = transform.filter((step) => !isBlank(step)).map(inWords);
  return [steps.join(', ') || 'as it is', ...transform.filter(isBlank).map(inWords)].join('; ');
}
