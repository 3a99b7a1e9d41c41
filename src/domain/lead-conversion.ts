import type { Problem } from '../refusal.ts';
import type { DurationUnit } from '../resources/choices.ts';
import { addressParts } from '../resources/fields.ts';
import type { Row, Value } from '../resources/resource.ts';
import { lastDayOf } from './calendar.ts';
import { givenValue } from './given.ts';
import type { Rule, Values } from './rule.ts';

/** What a lead and the project made of it have in common, under the same names. */
const shared = [
  ...['name', 'description', 'company_id', 'contact_id', 'assigned_to_id', 'square_feet', 'units', 'work_scope'],
  ...['contract_type_id', 'delivery_method_id', 'division_id', 'lead_source_id', 'market_sector_id', 'tender_type_id'],
  ...addressParts.map((part) => `address_${part}`),
] as const;

/** The project that a lead becomes. */
export interface ConvertedLead {
  /** By column; what would be empty is left out. */
  readonly values: Values;
  readonly problems: readonly Problem[];
}

/** @param given what the request says of the project, by column: the end counts from the start that it names. */
export function projectOfLead(lead: Row, given: Values): ConvertedLead {
  const cents = lead['value_in_cents'];
  const start = ('start_date' in given ? given['start_date'] : lead['estimated_start_date']) ?? null;
  const end = 'end_date' in given ? null : endOf(start, lead);
  const values: Values = {
    ...Object.fromEntries(shared.map((column) => [column, lead[column] ?? null])),
    ...{ amount: typeof cents === 'number' ? cents / 100 : null, start_date: start, end_date: end },
    ...given,
  };
  const isStorable = end !== beyondCalendar;
  return {
    values: Object.fromEntries(
      Object.entries(values).filter(([column, value]) => value !== null && (column !== 'end_date' || isStorable)),
    ),
    problems: isStorable ? [] : [endBeyondCalendar],
  };
}

const beyondCalendar = 'beyond';

const endBeyondCalendar: Problem = {
  pointer: '/end_date',
  code: 'out_of_range',
  message: "the lead's construction_duration leads past the year 9999",
};

/** The last day of building. Without a unit, or with a duration of nothing, nobody knows. */
function endOf(start: Value, lead: Row): string | null {
  const duration = lead['construction_duration'];
  const unit = lead['construction_duration_unit'] as DurationUnit | null;
  if (typeof start !== 'string' || typeof duration !== 'number' || duration === 0 || unit === null) return null;
  return lastDayOf(start, duration, unit) ?? beyondCalendar;
}

/** A lead that has become a project says so, once for each project. */
export const convertLead: Rule = (change) =>
  typeof givenValue(change, 'project_id') === 'string' ? { events: ['lead.convert'] } : {};
