import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { targetsOf, withNewFields } from '../../../resources/transfer/targets.ts';
import type { ProposalScope } from '../scope.ts';

const ending =
  ' have no AM or PM, so they are read as in the morning. To import them as in the afternoon, write them with ' +
  'PM or as 14:00.';

/** Whether a sentence is one of `earlyTimes`. */
export const isEarlyNote = (oddity: string): boolean => oddity.endsWith(ending);

/** Sentences about columns with times such as `2:00` that may be meant as 2 PM: no time of the column tells. */
export function earlyTimes({ columns: mapped, custom_fields }: Mapping, scope: ProposalScope): string[] {
  const targets = targetsOf(scope.family, withNewFields(scope.customFields, custom_fields));
  const instants = mapped.filter(({ to }) => {
    const target = targets.get(to);
    return target?.kind === 'field' && target.field.kind === 'date_time';
  });
  const names = new Set(instants.flatMap(({ from }) => from.flat()));
  return scope.columns.flatMap(({ name, samples, values = samples }) => {
    const times = names.has(name) ? values.flatMap((value) => clockTime.exec(value)?.groups?.['hour'] ?? []) : [];
    const early = times.find((hour) => /^[1-6]$/.test(hour));
    if (early === undefined || times.some(is24Hours)) return [];
    const example = values.find((value) => clockTime.exec(value)?.groups?.['hour'] === early);
    return [`Column ${name}: times such as ${JSON.stringify(example)}${ending}`];
  });
}

/** A time without AM or PM at the end of a cell. */
const clockTime = /(?:^|[\sT,@])(?<hour>\d{1,2}):[0-5]\d(?::[0-5]\d)?$/;

/** Whether an hour tells that the times have 24 hours. */
const is24Hours = (hour: string): boolean => hour.startsWith('0') || Number(hour) > 12;
