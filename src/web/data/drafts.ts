import { ownKey } from './own-key.ts';

/** The values that somebody typed into a form and has not sent. */
export interface Draft<Values> {
  readonly at: string;
  readonly values: Values;
}

const keptMs = 7 * 86_400_000;

const keyOf = (form: string): string => ownKey('draft', form);

/** The draft of a form; null without one, or if it is older than a week. */
export function draftOf<Values>(form: string): Draft<Values> | null {
  const text = localStorage.getItem(keyOf(form));
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Draft<Values>;
    if (Date.now() - Date.parse(draft.at) < keptMs) return draft;
  } catch {
    // It is no draft of this version of the page.
  }
  dropDraft(form);
  return null;
}

export function keepDraft(form: string, values: unknown): void {
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ at: new Date().toISOString(), values }));
  } catch {
    // The storage is full or switched off. The form itself still holds everything.
  }
}

export const dropDraft = (form: string): void => localStorage.removeItem(keyOf(form));
