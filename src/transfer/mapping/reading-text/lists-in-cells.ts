import { isBlank } from './steps.ts';

/** The items of a cell with several values: a JSON array, as a value or as text, or texts between semicolons. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((item) => !isBlank(item));
  if (typeof value !== 'string') return [value];
  const text = value.trim();
  const parsed = text.startsWith('[') ? arrayIn(text) : null;
  if (parsed) return parsed.filter((item) => !isBlank(item));
  return text.split(';').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
}

function arrayIn(text: string): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
