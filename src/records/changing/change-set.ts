import type { GivenValues } from '../../domain/references.ts';
import type { Change, StageReversion, RuleContext } from '../../domain/rule.ts';
import type { Problem } from '../../refusal.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Queryable } from '../../database/engine.ts';
import type { PrefetchedRows } from '../../store/write/prefetch.ts';
import type { RequestContext } from '../request-context.ts';
import type { RenderedRecord } from '../results.ts';
import type { IgnoredInput } from './ignored-values.ts';
import type { NewNumbers } from './new-numbers.ts';

export type Action = Change['action'];

/** One record's part of a request. */
export interface Item extends GivenValues {
  /** Its JSON pointer in the body: `/project`, `/projects/3`. */
  readonly pointer: string;
  /** The id of the record to change; null for a record to create. */
  readonly id: string | null;
  /** The values of the body for keys that answers show and clients cannot set. */
  readonly ignored?: IgnoredInput;
  /** The external id by which the request names the record, which must still have it. */
  readonly externalId?: string | undefined;
  /** The problems that the schema found in the other values. */
  readonly problems: readonly Problem[];
  /** The texts that had characters that nobody sees, as sent, by column. One that equals the stored text changes nothing. */
  readonly sent?: Readonly<Record<string, string>>;
  /** The record must have one of these versions; any version if undefined. */
  readonly versions?: readonly number[] | undefined;
  /** The values of secret fields: a new password as its hash, or `unhashed` while the change is only judged. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** One list entry replaces another that is deleted. */
  readonly isReplacement?: boolean;
  readonly reversion?: StageReversion;
}

/** A list of records to change by one action; a single record is a list of one. */
export interface ChangeSet {
  readonly resource: Resource;
  readonly action: Action;
  readonly items: readonly Item[];
  /** The number of ids to take; defaults to the number of records to create. */
  readonly newIds?: number;
}

/** One record to change. */
export interface SingleChange extends Pick<ChangeSet, 'resource' | 'action'> {
  readonly item: Item;
}

/** A record after its change. */
export interface ChangedRecord extends RenderedRecord {
  readonly row: Row;
}

/** The data of one attempt at a change, in its transaction. */
export interface ChangeSession {
  readonly transaction: Queryable;
  readonly context: RequestContext;
  readonly changeSet: ChangeSet;
  readonly directory: Directory;
  readonly prefetched: PrefetchedRows;
  readonly ruleContext: RuleContext;
  /** The numbers of new projects. Changes that share a transaction share them. */
  readonly numbers: NewNumbers;
}
