import { words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';

/** `1 project`, `1,284 projects`. @param formats the numbers as this browser writes them. */
export const counted = (
  count: number,
  resource: Pick<Resource, 'singular' | 'plural'>,
  formats: { readonly count: (count: number) => string },
): string => `${formats.count(count)} ${count === 1 ? words(resource) : pluralWords(resource)}`;

/** The name of several records of a resource: `project stages`. */
export const pluralWords = ({ plural }: Pick<Resource, 'plural'>): string => plural.replaceAll('_', ' ');

/** `is` or `are`. */
export const be = (count: number): string => (count === 1 ? 'is' : 'are');
