import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '@tanstack/react-router';
import { Refused } from '../../client/problem.ts';
import { capital } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PageField } from '../fields/page-field.ts';
import { labelOf } from '../../resources/labels.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { inWords } from '../parts/failure/refusal-words.ts';
import type { FormFault, FormValues } from './form-values.ts';
import style from './create.module.css';

/** The faults that the service found, each at its field. */
export function faultsOf(
  error: unknown,
  { singular }: Pick<Resource, 'singular'>,
  fields: readonly PageField[],
): readonly FormFault[] {
  if (!(error instanceof Refused) || error.problems.length === 0) return [{ path: null, message: reasonOf(error) }];
  return error.problems.map(({ pointer = '', message, existing_id: existingId }) => {
    const place = pointer.replace(`/${singular}`, '').replace(/^\//, '');
    const field = fields.find(({ path, timePath }) => [path, timePath].some((one) => isWithin(place, one)));
    const label = field?.label ?? (place === '' ? '' : labelOf(place.split('/').at(-1) ?? ''));
    const said = capital(`${label} ${inWords(message)}.`.trim());
    const existing = typeof existingId === 'string' ? { existingId } : {};
    return { path: field?.path ?? null, message: said, ...existing };
  });
}

const isWithin = (place: string, path: string | undefined): boolean =>
  path !== undefined && (place === path || place.startsWith(`${path}/`));

/** The faults of a form, with the values that were refused. */
interface RefusedForm {
  readonly faults: readonly FormFault[];
  readonly values: FormValues;
}

/**
 * The faults of a form, and the way to their fields. A single fault takes the focus to its field.
 * @param values the typed values.
 */
export function useFormFaults(values: FormValues) {
  const [refused, setRefused] = useState<RefusedForm>({ faults: [], values });
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

interface SummaryProps {
  readonly faults: readonly FormFault[];
  readonly onGo: (path: string) => void;
}

/** Several faults of a form, each a way to its field, and those that belong to none. */
export function FaultSummary({ faults, onGo }: SummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [faults]);
  // A single fault stands at its field, which takes the focus.
  if (faults.every(({ path }) => path !== null) && faults.length < 2) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className={style.summary}>
      <strong>
        {faults.length === 1 ? 'One thing is missing or wrong:' : `${faults.length} things are missing or wrong:`}
      </strong>
      <ul>
        {faults.map(({ path, message }, index) => (
          <li key={`${index} ${message}`}>
            {path === null ? (
              message
            ) : (
              <button type="button" onClick={() => onGo(path)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The faults of a field in words, with the way to the record that has its value already; undefined without any.
 * @param plural null if such records have no page.
 */
export function faultAt(faults: readonly FormFault[], path: string, plural: string | null): ReactNode {
  const own = faults.filter((fault) => fault.path === path);
  if (own.length === 0) return undefined;
  const existing = own.find(({ existingId }) => existingId !== undefined)?.existingId;
  return (
    <>
      {own.map(({ message }) => message).join(' ')}{' '}
      {existing !== undefined && plural !== null && (
        <Link to={`/${plural}/${existing}` as never} className={style.link} target="_blank">
          Open the other one
        </Link>
      )}
    </>
  );
}
