import { type Fault, Refused } from '../../client/problem.ts';
import { labelOf } from '../../resources/labels.ts';
import { reasonOf } from '../parts/failure/failure.tsx';

/**
 * A fault of a record as a sentence: `end_date` and `must not be before start_date` → `End date must not be before
 * “Start date”.`
 * @param place the place of the value in the record; empty if the fault is of the record.
 */
export function faultSentence({ message }: Fault, place: string, plural: string): string {
  const words = message.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => `“${nameOf(name, plural)}”`);
  if (message.endsWith('.')) return words;
  return place === '' ? `${words}.` : `${nameOf(place, plural)} ${words}.`;
}

const nameOf = (place: string, plural: string): string =>
  labelOf(place.replace(/^custom_fields\//, '').replace(/_ids?$/, ''), plural);

/** Why a record was not changed: the faults of its values, or the reason of the error. */
export function changeReason(error: unknown, { singular, plural }: { singular: string; plural: string }): string {
  if (!(error instanceof Refused) || error.problems.length === 0) return reasonOf(error);
  const placeOf = ({ pointer = '' }: Fault): string => pointer.replace(`/${singular}`, '').replace(/^\//, '');
  return error.problems.map((fault) => faultSentence(fault, placeOf(fault), plural)).join(' ');
}
