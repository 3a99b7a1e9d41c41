import type { calls } from '../resources/calls.ts';
import { differing } from './input.ts';
import type { Rule } from './rule.ts';

/** `recorded_at` of a new call defaults to now. */
export const timeCall: Rule<typeof calls> = (change, context) => {
  const isUntimed = change.action === 'create' && change.after.recorded_at === null;
  return isUntimed ? { set: differing(change, { recorded_at: context.now }) } : {};
};
