import type { Resource } from './resource.ts';

/** The name of one record of a resource: `project stage`. */
export const words = ({ singular }: Pick<Resource, 'singular'>): string => singular.replaceAll('_', ' ');

/** The name of one record of a resource with its article: `an industry`. */
export const oneOf = (resource: Pick<Resource, 'singular'>): string =>
  `${/^[aeio]/.test(resource.singular) ? 'an' : 'a'} ${words(resource)}`;

/** A text with a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
