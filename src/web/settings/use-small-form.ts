import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FaultsAt, faultsAt } from './faults-at.ts';

interface SmallForm {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly faults: FaultsAt;
  readonly isBusy: boolean;
  /** Sends what was typed. @returns whether the service took it; otherwise the first faulty field gets the focus. */
  readonly send: (request: () => Promise<unknown>) => Promise<boolean>;
}

const none: FaultsAt = { at: {}, other: null };

/**
 * A form of a few fields, whose faults stand at the fields.
 * @param wrapper the key that wraps the fields in the request.
 */
export function useSmallForm(wrapper: string): SmallForm {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState(none);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await request();
      setFaults(none);
      return true;
    } catch (error) {
      setFaults(faultsAt(error, wrapper));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { form, faults, isBusy, send };
}
