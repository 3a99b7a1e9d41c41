import { ownKey } from './own-key.ts';
import { browserStorage } from './storage.ts';

/** The values that somebody typed into a form and has not sent. */
export interface FormDraft<Values> {
  readonly at: string;
  readonly values: Values;
}

const keptMs = 7 * 86_400_000;

const keyOf = (form: string): string => ownKey('draft', form);

/** The draft of a form; null without one, or if it is older than a week. */
export function draftOf<Values>(form: string): FormDraft<Values> | null {
  const text = browserStorage.get(keyOf(form));
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as FormDraft<Values>;
    if (Date.now() - Date.parse(draft.at) < keptMs) return draft;
  } catch {
    // It is no draft of this version of the page.
  }
  dropDraft(form);
  return null;
}

/** Keeps the values, unless the browser refuses to store. The form itself still holds everything. */
export const keepDraft = (form: string, values: unknown): void =>
  void browserStorage.set(keyOf(form), JSON.stringify({ at: new Date().toISOString(), values }));

export const dropDraft = (form: string): void => browserStorage.remove(keyOf(form));
