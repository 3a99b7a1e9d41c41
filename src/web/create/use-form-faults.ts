import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FormFault, FormValues } from './form-values.ts';

/** The faults of a form, with the values that were refused. */
interface Refused {
  readonly faults: readonly FormFault[];
  readonly values: FormValues;
}

/**
 * The faults of a form, and the way to their fields. A single fault takes the focus to its field.
 * @param values the typed values.
 */
export function useFormFaults(values: FormValues) {
  const [refused, setRefused] = useState<Refused>({ faults: [], values });
  const element = useRef<HTMLFormElement>(null);
  const goTo = (path: string): void =>
    element.current?.querySelector<HTMLElement>(`[data-path="${path}"] :is(input, select, textarea)`)?.focus();
  /** @param reveal shows fields with faults that the form hides. */
  const refuse = (faults: readonly FormFault[], reveal?: () => void): void => {
    flushSync(() => {
      setRefused({ faults, values });
      reveal?.();
    });
    const [only] = faults;
    if (faults.length === 1 && only?.path) goTo(only.path);
  };
  /** The faults as a field shows them: none once its value has changed. The summary keeps all, so that nothing moves. */
  const faultsFor = (path: string): readonly FormFault[] =>
    values[path] === refused.values[path] ? refused.faults : [];
  return { faults: refused.faults, faultsFor, refuse, element, goTo };
}
