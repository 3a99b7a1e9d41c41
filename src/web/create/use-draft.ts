import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../data/drafts.ts';
import type { FormValues } from './form-values.ts';

const keptAfterMs = 300;

/**
 * The values of a form, kept as a draft while somebody types.
 * @param given the values that the form opens with. They replace those of an old draft.
 */
export function useDraft(form: string, given: FormValues) {
  const [draft] = useState(() => draftOf<FormValues>(form));
  const [values, setValues] = useState<FormValues>({ ...draft?.values, ...given });
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const isDirty = JSON.stringify(values) !== JSON.stringify(given);
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(() => keepDraft(form, values), keptAfterMs);
    return () => clearTimeout(timer);
  }, [form, values, isDirty]);
  const discard = (): void => {
    dropDraft(form);
    setValues(given);
    setRestoredAt(null);
  };
  return { values, setValues, isDirty, restoredAt, discard };
}
