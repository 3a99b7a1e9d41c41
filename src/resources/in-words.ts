import type { Resource } from './resource.ts';

/** The name of one record of a resource: `project stage`. */
export const words = ({ singular }: Pick<Resource, 'singular'>): string => singular.replaceAll('_', ' ');

/** The same with its article: `an industry`. */
export const oneOf = (resource: Pick<Resource, 'singular'>): string =>
  `${/^[aeio]/.test(resource.singular) ? 'an' : 'a'} ${words(resource)}`;
