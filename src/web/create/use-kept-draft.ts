import { useEffect, useRef } from 'react';
import { dropDraft, keepDraft } from '../data/drafts.ts';

const keptAfterMs = 300;

/**
 * Keeps what somebody types into a form as its draft, also the last letters before the form or the page goes. A form
 * that is as it was opened has no draft.
 * @returns ends the draft: what was typed is sent or discarded.
 */
export function useKeptDraft(form: string, values: unknown, isDirty: boolean): () => void {
  const due = useRef<(() => void) | null>(null);
  const hasDraft = useRef(false);
  useEffect(() => {
    if (!isDirty && !hasDraft.current) return undefined;
    due.current = () => {
      due.current = null;
      hasDraft.current = isDirty;
      if (isDirty) keepDraft(form, values);
      else dropDraft(form);
    };
    hasDraft.current = true;
    const timer = setTimeout(() => due.current?.(), keptAfterMs);
    return () => clearTimeout(timer);
  }, [form, values, isDirty]);
  useEffect(() => {
    const keepNow = (): void => due.current?.();
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, []);
  return () => {
    due.current = null;
    hasDraft.current = false;
    dropDraft(form);
  };
}
