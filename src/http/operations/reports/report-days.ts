import { fromAfter } from '../../../records/reporting/periods-of.ts';
import { tooManyDays } from '../../../records/reporting/bids-due.ts';
import type { QueryValues } from '../../../records/reading/list-filters.ts';
import type { Problem } from '../../../refusal.ts';
import { isDate } from '../../../resources/vocabulary/formats.ts';

/** The problem of a query whose `from` is after its `to`. */
export const reversedDays = ({ from, to }: QueryValues): Problem[] =>
  from !== undefined && to !== undefined && isDate(from) && isDate(to) && from > to ? [fromAfter(to)] : [];

/** The problem of a query for too many days of bids. */
export const crowdedDays = ({ from, to }: QueryValues): Problem[] =>
  from !== undefined && to !== undefined && isDate(from) && isDate(to) ? tooManyDays({ from, to }) : [];
