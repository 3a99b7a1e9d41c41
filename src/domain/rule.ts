import type { Problem, Refusal } from '../refusal.ts';
import type { FurtherEventType } from '../resources/events.ts';
import type { Row, Value } from '../resources/resource.ts';

/** A part of a record, by column. */
export type Values = Readonly<Record<string, Value>>;

/** What is about to happen to one record. */
export interface Change {
  readonly action: 'create' | 'update' | 'delete' | 'restore';
  /** The record as it stands; `null` at creation. */
  readonly before: Row | null;
  /** What the request gives and the record does not have already, by column. */
  readonly given: Values;
  /** The record as it would be: `before`, then `given`, then what earlier rules have set. */
  readonly after: Values;
  /** The columns that the request gives, and gives wrongly: they are in none of the above. */
  readonly faulty?: ReadonlySet<string>;
  /** One entry of a list stands in for another that goes; nobody has moved the record itself. */
  readonly isReplacement?: boolean;
}

/** What the rules may know besides the record; fetched for the whole list of changes beforehand. */
export interface RuleContext {
  /** The instant of the change, `YYYY-MM-DDTHH:MM:SS[.mmm]Z`. */
  readonly now: string;
  /** The day of that instant in the account's time zone. */
  readonly today: string;
  /** IANA name of the account's time zone. */
  readonly timeZone: string;
  /** Who acts. */
  readonly userId: string;
  /** The account's small records of a family by id, deleted ones included (`deleted_at` set). */
  entries(plural: string): ReadonlyMap<string, Row>;
  /** How many live records refer to a small record; counted only where a rule may need it. */
  usesOf(id: string): number;
  /** What is wrong with the parameters of a query as a question to a resource's list. */
  faultsOfQuestion(plural: string, parameters: Readonly<Record<string, string>>): readonly Problem[];
}

/** A row added to an append-only table in the same transaction, such as a stage change. */
export interface Appendix {
  readonly table: 'stage_changes';
  readonly values: Values;
}

/** What a rule makes of a change. */
export interface Verdict {
  /** Columns that follow from the change; seen by the rules after this one. */
  readonly set?: Values;
  /** Faults of the request, each at its JSON pointer below the record (`/close_type`). */
  readonly problems?: readonly Problem[];
  /** A refusal other than of a field, such as `in_use`. */
  readonly refusal?: Refusal;
  /** Event types told besides `<resource>.<action>`, such as `project.won`. */
  readonly events?: readonly FurtherEventType[];
  readonly appendices?: readonly Appendix[];
}

/** A rule of the trade: pure, one thing, in a file of its own. */
export type Rule = (change: Change, context: RuleContext) => Verdict;

export type DerivationContext = Pick<RuleContext, 'now' | 'today' | 'timeZone' | 'entries'>;

/** What of a stored record depends on when it is read. */
export interface Derivation {
  /** Computes the derived fields. */
  readonly derive: (row: Row, context: DerivationContext) => Values;
  /** Until when, in ms since 1970, they stay as they are; at the latest, as long as the record and the account do. */
  readonly until: (row: Row, context: DerivationContext) => number;
}
