import type { Problem } from '../refusal.ts';
import { addressParts } from '../resources/fields.ts';
import type { leads } from '../resources/leads.ts';
import type { projects } from '../resources/projects.ts';
import type { RecordOf, ValuesOf } from '../resources/record-types.ts';
import { lastDayOf } from './calendar.ts';
import { inputValue } from './input.ts';
import type { Rule, Values } from './rule.ts';

/** The columns that a lead and its project share under the same names. */
const shared = [
  ...(['name', 'description', 'company_id', 'contact_id', 'assigned_to_id', 'square_feet'] as const),
  ...(['units', 'work_scope', 'contract_type_id', 'delivery_method_id', 'division_id'] as const),
  ...(['lead_source_id', 'market_sector_id', 'tender_type_id'] as const),
  ...addressParts.map((part) => `address_${part}` as const),
] as const;

type Lead = RecordOf<typeof leads>;

type ProjectValues = ValuesOf<typeof projects>;

/** The project that a lead becomes. */
export interface ConvertedLead {
  /** By column, without empty values. */
  readonly values: Values;
  readonly problems: readonly Problem[];
}

/** @param given the request's values for the project, by column. The end date counts from a given start date. */
export function projectOfLead(lead: Lead, given: Partial<ProjectValues>): ConvertedLead {
  const cents = lead.value_in_cents;
  const start = ('start_date' in given ? given.start_date : lead.estimated_start_date) ?? null;
  const end = 'end_date' in given ? null : endOf(start, lead);
  const values: Values = {
    ...Object.fromEntries(shared.map((column) => [column, lead[column]])),
    amount: cents === null ? null : cents / 100,
    start_date: start,
    end_date: end,
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
  message: "the lead's construction_duration ends after the year 9999",
};

/** The last day of construction; `null` without a start, a unit or a duration above zero. */
function endOf(start: string | null, lead: Lead): string | null {
  const { construction_duration: duration, construction_duration_unit: unit } = lead;
  if (start === null || duration === null || duration === 0 || unit === null) return null;
  return lastDayOf(start, duration, unit) ?? beyondCalendar;
}

/** Linking a lead to a project emits `lead.convert`, once for each project. */
export const convertLead: Rule<typeof leads> = (change) =>
  typeof inputValue(change, 'project_id') === 'string' ? { events: ['lead.convert'] } : {};
