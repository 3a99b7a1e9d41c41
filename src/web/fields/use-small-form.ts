import { type RefObject, useEffect, useRef, useState } from 'react';
import { Refused } from '../../client/problem.ts';
import { labelOf } from '../../resources/labels.ts';
import { reasonOf } from '../parts/failure/failure.tsx';

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

/** The faults of a small form: by field, and those that belong to none. */
interface FaultsAt {
  readonly at: Readonly<Record<string, string>>;
  readonly other: string | null;
}

/** @param wrapper the key that wraps the fields in the request. */
function faultsAt(error: unknown, wrapper: string): FaultsAt {
  const faults = error instanceof Refused ? error.problems : [];
  const named = faults.flatMap(({ pointer = '', message }): [string, string][] => {
    const [, name] = new RegExp(`^/${wrapper}/([^/]+)`).exec(pointer) ?? [];
    return name === undefined ? [] : [[name, `${labelOf(name)} ${message}.`]];
  });
  const isElsewhere = named.length === 0 || named.length < faults.length;
  return { at: Object.fromEntries(named), other: isElsewhere ? reasonOf(error) : null };
}
