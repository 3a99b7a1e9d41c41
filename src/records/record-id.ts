import { Refusal } from '../refusal.ts';
import type { Resource } from '../resources/resource.ts';

/** Whether a text is an id of the product: a positive number that fits 63 bits. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;

/** The refusal of a record that does not exist, or exists in another account. */
export const notFound = (resource: Resource, id: string): Refusal =>
  new Refusal('not_found', `There is no ${resource.singular.replaceAll('_', ' ')} ${id}.`);
