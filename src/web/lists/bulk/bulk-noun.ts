import { words } from '../../../resources/in-words.ts';
import type { Resource } from '../../../resources/resource.ts';
import type { Formats } from '../../data/formats.ts';

/** `1 project`, `1,284 projects`. */
export const counted = (count: number, resource: Resource, formats: Formats): string =>
  `${formats.count(count)} ${count === 1 ? words(resource) : resource.plural.replaceAll('_', ' ')}`;

/** `is` or `are`. */
export const be = (count: number): string => (count === 1 ? 'is' : 'are');
