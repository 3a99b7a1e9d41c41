/** The values besides the records that conditions and orders may depend on. */
export interface QueryDay {
  /** The current instant, as wire text. */
  readonly now: string;
  /** The day of `now` in the account's time zone. */
  readonly today: string;
  /** The times, ascending, when the offset of the account's zone changes, and its seconds ahead of UTC from then on. */
  readonly offsetStarts: readonly string[];
  readonly offsetSeconds: readonly string[];
  /** The stages, live or deleted, in which a project is won. */
  readonly wonStageIds: readonly string[];
  /** The user who sends the request. */
  readonly userId: string;
}

/** A statement's parameters for the values of the day. */
export interface DayBinding {
  /** Returns the same placeholder each time, so that repeated expressions in a statement are equal. */
  holdDay(name: keyof QueryDay): string;
}

/** A value of a row as SQL over `t`, and its type. */
export interface Expression {
  readonly sql: string;
  readonly type: string;
}

/**
 * The SQL, over `t`, of a value that the product derives from a record's fields and the day. Tests compare it with the
 * formulas of `domain/projects/computed-fields.ts`.
 */
export function derivedExpression(plural: string, name: string, binding: DayBinding): Expression {
  const derived = expressions[plural]?.[name];
  if (!derived) throw new Error(`${name} of ${plural} has no formula in SQL`);
  return { type: derived.type, sql: derived.sql((part) => binding.holdDay(part)) };
}

/** Returns the placeholder of a value of the day. */
export type OfDay = DayBinding['holdDay'];

interface DerivedSql {
  readonly type: string;
  readonly sql: (day: OfDay) => string;
}

const stageAge: DerivedSql = {
  type: 'integer',
  sql: (day) =>
    `greatest(0, floor(extract(epoch from ${day('now')}::timestamptz - t.stage_changed_at) / 86400))::integer`,
};

// `greatest` ignores nulls, so the `case` excludes an unknown end first.
const pursuitDuration: DerivedSql = {
  type: 'integer',
  sql: (day) => {
    const end = `case when t.close_type is null then ${day('today')}::date else t.award_date end`;
    return `case when t.close_type is null or t.award_date is not null
    then greatest(0, ${end} - ${dayIn('t.created_at', day)}) end`;
  },
};

/** The day of an instant in the account's zone, by the product's zone data: the database's may differ. */
export const dayIn = (instant: string, day: OfDay): string => {
  const offset = `(${day('offsetSeconds')}::integer[])[width_bucket(${instant}, ${day('offsetStarts')}::timestamptz[])]`;
  return `((${instant} at time zone 'UTC') + ${offset} * interval '1 second')::date`;
};

const projectStatus: DerivedSql = {
  type: 'text',
  sql: (day) => `case
    when t.close_type <> 'won' then 'closed_' || t.close_type
    when t.close_type is null and not (t.project_stage_id = any(${day('wonStageIds')}::bigint[])) then 'pursuit'
    when t.end_date < ${day('today')}::date then 'complete'
    when t.start_date <= ${day('today')}::date then 'active'
    else 'upcoming' end`,
};

// The conditions that hold for few records come first and alone, so that the partial index on them serves the filter.
const isOverdue: DerivedSql = {
  type: 'boolean',
  sql: (day) => `(t.close_type is null and t.submitted_at is null and t.bid_due_date is not null
    and case when t.bid_due_at_includes_time and t.bid_due_at is not null
      then t.bid_due_at < ${day('now')}::timestamptz else t.bid_due_date < ${day('today')}::date end)`,
};

const expressions: Readonly<Record<string, Readonly<Record<string, DerivedSql>>>> = {
  projects: {
    stage_age: stageAge,
    pursuit_duration: pursuitDuration,
    project_status: projectStatus,
    is_overdue: isOverdue,
  },
};
