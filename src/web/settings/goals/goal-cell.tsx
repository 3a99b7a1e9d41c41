import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { nothing, useFormats } from '../../data/formats.ts';
import { amountText, type TypedAmount, typedAmount } from '../../fields/views/number-views.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { toast } from '../../toasts/toasts.ts';
import style from './goals.module.css';
import { type Goal, type GoalMeasure, type GoalPlace, restoreGoal, saveGoal } from './goals-query.ts';

interface Props {
  /** The scope and the period: `Firm, Q3 FY2026`. */
  readonly label: string;
  readonly goal: Goal | undefined;
  readonly place: GoalPlace;
  readonly canWrite: boolean;
}

/** The target at a place of the grid. Enter, or leaving it, saves it; an empty one takes the goal away. */
export function GoalCell({ label, goal, place, canWrite }: Props) {
  const formats = useFormats();
  const id = useId();
  const { typed, fault, type, save } = useTarget({ label, goal, place });
  if (!canWrite) {
    const show = place.measure === 'booked_count' ? formats.count : formats.money;
    return goal ? show(goal.target) : nothing;
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') type(null);
    if (event.key !== 'Enter') return;
    const next = below(event.currentTarget);
    // A field that loses the focus is saved.
    if (next) next.focus();
    else void save();
  };
  return (
    <span className={style.cell}>
      <input
        className={style.input}
        name={place.starts_on}
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        autoComplete="off"
        inputMode="decimal"
        value={typed ?? amountText(goal?.target)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      {fault !== null && (
        <span id={id} role="alert" className={style.fault}>
          {fault}
        </span>
      )}
    </span>
  );
}

/** The typed text of a cell, which stays until the service has taken it. */
function useTarget({ label, goal, place }: Omit<Props, 'canWrite'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = useRef(false);
  const type = (text: string | null): void => {
    setTyped(text);
    setFault(null);
  };
  const save = async (): Promise<void> => {
    if (typed === null) return;
    const read = typedTarget(typed, place.measure);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    if (read.value === (goal?.target ?? null)) {
      type(null);
      return;
    }
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await saveGoal(goal, place, read.value);
      setFault(null);
      // The text that the user typed meanwhile stays.
      setTyped((now) => (now === typed ? null : now));
      if (goal && read.value === null) sayTaken(label, goal);
    } catch (error) {
      setFault(reasonOf(error));
    } finally {
      isBusy.current = false;
    }
  };
  return { typed, fault, type, save };
}

/** Reads a target as amounts are read: more than 0, and a whole number of projects. */
function typedTarget(text: string, measure: GoalMeasure): TypedAmount {
  const read = typedAmount(text);
  if ('fault' in read || read.value === null) return read;
  if (read.value === 0) return { fault: 'Write more than 0, or nothing for no goal.' };
  return measure === 'booked_count' && !Number.isInteger(read.value) ? { fault: 'Write a whole number.' } : read;
}

function sayTaken(label: string, goal: Goal): void {
  const run = (): void => {
    restoreGoal(goal).catch((error: unknown) => toast(reasonOf(error), { isFault: true }));
  };
  toast(`The goal is deleted: ${label}.`, { action: { name: 'Undo', run } });
}

/** The input of the next row in the same column. */
function below(input: HTMLInputElement): HTMLInputElement | undefined {
  const column = input.closest('table')?.querySelectorAll<HTMLInputElement>(`input[name="${input.name}"]`);
  const inputs = [...(column ?? [])];
  return inputs[inputs.indexOf(input) + 1];
}
