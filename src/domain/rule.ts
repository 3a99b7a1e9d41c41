import type { Problem, Refusal } from '../refusal.ts';
import type { FurtherEventType } from '../resources/events.ts';
import type { RecordNamed } from '../resources/index.ts';
import type { DerivedOf, PartOf, RecordOf, SecretsOf, ValuesOf } from '../resources/record-types.ts';
import type { UserRole } from '../resources/vocabulary/choices.ts';
import type { Resource, SideTable } from '../resources/resource.ts';
import type { Comparisons } from '../suggestion.ts';

/** A part of a record of any resource, by column. */
export type Values = ValuesOf<Resource>;

/** A change to one record of a resource, before it is written. */
export type Change<R extends Resource = Resource> = ChangeOf<RecordOf<R>, ValuesOf<R>, PartOf<R>, SecretsOf<R>>;

interface ChangeOf<Stored, Columns, Part, Secrets> {
  readonly action: 'create' | 'update' | 'delete' | 'restore';
  /** The record as it stands; `null` at creation. */
  readonly before: Stored | null;
  /** The request's values that differ from the record, by column. */
  readonly input: Part;
  /** The record after the change: `before`, then `input`, then the values that earlier rules set. */
  readonly after: Columns;
  /** The columns that the request gives, with the stored value or another. */
  readonly given?: ReadonlySet<string>;
  /** The columns with an invalid value in the request; neither `input` nor `after` has that value. */
  readonly faulty?: ReadonlySet<string>;
  /** The request's values for secret fields. */
  readonly secrets?: Secrets;
  /** One list entry replaces another that is deleted; no user moved the record itself. */
  readonly isReplacement?: boolean;
  /** The request sets fields back, all of which `input` has. No rule derives other values from that. */
  readonly reversion?: StageReversion;
}

/** A change back to the state of an earlier version. */
export interface StageReversion {
  readonly version: number;
  /** If the user takes back a recent stage move: the instant since which the project has been in the earlier stage. */
  readonly inStageSince: string | null;
}

/** The data that rules may read besides the record, fetched in advance for the whole list of changes. */
export interface RuleContext {
  /** The instant of the change, `YYYY-MM-DDTHH:MM:SS[.mmm]Z`. */
  readonly now: string;
  /** The day of that instant in the account's time zone. */
  readonly today: string;
  /** IANA name of the account's time zone. */
  readonly timeZone: string;
  /** The month in which the account's fiscal year begins, 1 to 12. */
  readonly fiscalYearStartsMonth: number;
  /** The acting user. */
  readonly userId: string;
  /** The session of the request; null if a program sent it. */
  readonly sessionId: string | null;
  /** The account's small records of a family by id, deleted ones included (`deleted_at` set). */
  entries<Plural extends string>(plural: Plural): ReadonlyMap<string, RecordNamed<Plural>>;
  /** The refusal of a credential that is narrower than a sign-in of a user with this role; undefined if it is not. */
  narrowerThan(role: UserRole): Refusal | undefined;
  /** The number of live records that refer to a small record; counted only if a rule may need it. */
  referrerCountOf(id: string): number;
  /** Whether an admin has a password or an open link that sets one; known only if a rule may need it. */
  canSignIn(adminId: string): boolean;
  /** Whether the account has the contents with a SHA-256; known only if a rule may need it. */
  hasContents(sha256: string): boolean;
  /** The problems of a query string for a resource's list; of its text alone without a resource. */
  faultsOfQuestion(plural: string | null, query: string): readonly Problem[];
  /** The comparisons of unknown names with known ones that the request has left. */
  readonly comparisons: Comparisons;
}

/** A row beside the record, for example a stage change. */
export interface SideRow {
  readonly table: SideTable;
  readonly values: Values;
}

/** The result of a rule for one change. */
export type Verdict<R extends Resource = Resource> = VerdictOf<PartOf<R>>;

interface VerdictOf<Part> {
  /** Columns that follow from the change; seen by the rules after this one. */
  readonly set?: Part;
  /** Faults of the request, each at its JSON pointer below the record (`/close_type`). */
  readonly problems?: readonly Problem[];
  /** A refusal of the whole change, for example `in_use`. */
  readonly refusal?: Refusal;
  /** Event types in addition to `<resource>.<action>`, for example `project.won`. */
  readonly events?: readonly FurtherEventType[];
  /** Written with the record, in the same statement. */
  readonly sideRows?: readonly SideRow[];
  /** The secret field that the change empties. The history names it without a value. */
  readonly emptied?: string;
}

/** A business rule, typed by its resource (`Rule<typeof projects>`): a pure function. */
export type Rule<R extends Resource = Resource> = (change: Change<R>, context: RuleContext) => Verdict<R>;

/** The account's small records by family. */
export type EntryLookup = Pick<RuleContext, 'entries'>;

export interface DerivationContext extends Pick<RuleContext, 'now' | 'today' | 'timeZone' | 'entries'> {
  /** The record is a version of the past, when a stage may have had another category. */
  readonly isPast?: boolean;
}

/** The fields of a stored record that depend on the time of the read. */
export interface Derivation<R extends Resource = Resource> {
  /** Computes the derived fields. */
  derive(record: RecordOf<R>, context: DerivationContext): DerivedOf<R>;
  /** The time, in ms since 1970, until which they stay valid if the record and the account do not change. */
  until(record: RecordOf<R>, context: DerivationContext): number;
}
