import { fold } from '../resources/vocabulary/formats.ts';
import type { lists } from '../resources/lists.ts';
import type { projectStages } from '../resources/project-stages.ts';
import type { Rule } from './rule.ts';

const longest = 255;

type ListOrStages = (typeof lists)[number] | typeof projectStages;

/** A list entry gets its key from its first name and keeps the key when it is renamed. */
export const assignEntryKey =
  (plural: ListOrStages['plural']): Rule<ListOrStages> =>
  (change, context) => {
    if (change.action !== 'create') return {};
    // A deleted entry may be restored, so its key stays taken.
    const taken = new Set([...context.entries(plural).values()].map((entry) => entry.key));
    const key = snakeCase(change.after.name ?? '');
    return { set: { key: free(/[a-z]/.test(key) ? key : 'entry', taken, longest) } };
  };

/** A name in lower-case ASCII words: `T&M Not to Exceed` is `t_and_m_not_to_exceed`; empty when no word is left. */
export function snakeCase(name: string): string {
  return fold(name)
    .replace(/['\u2018\u2019]/g, '')
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replace(/^_|_$/g, '');
}

/** Whether `snakeCase` drops letters, digits or symbols of a name because they are not ASCII. */
export const losesLetters = (name: string): boolean => /(?!\p{ASCII})[\p{L}\p{N}\p{S}]/u.test(fold(name));

/** The key, or the first of its numbered forms that is not taken. @param length the limit of a numbered form. */
export function free(key: string, taken: ReadonlySet<unknown>, length: number): string {
  let number = 1;
  while (taken.has(numbered(key, number, length))) number += 1;
  return numbered(key, number, length);
}

/** A key with a number from 2 on at its end, cut to a length: `entry`, `entry_2`, `entry_3`. */
const numbered = (key: string, number: number, length: number): string =>
  number === 1 ? key : `${key.slice(0, length - 1 - String(number).length)}_${number}`;
