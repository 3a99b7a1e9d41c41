import type { Change, RuleContext, Values } from '../domain/rule.ts';
import type { Problem } from '../refusal.ts';
import type { Resource, Row } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import type { Queryable } from '../store/engine.ts';
import type { Prepared } from '../store/prepare.ts';
import type { Answer, Call } from './call.ts';

export type Action = Change['action'];

/** One record's part of a request. */
export interface Item {
  /** Where it stands in the body: `/project`, `/projects/3`. */
  readonly pointer: string;
  /** Of the record to change; null for one to be made. */
  readonly id: string | null;
  /** What the body gives, by column. */
  readonly given: Values;
  /** What the schema found wrong with the rest of it. */
  readonly problems: readonly Problem[];
  readonly ifMatch?: string | undefined;
  /** Of a user: the new password, hashed. */
  readonly passwordHash?: string | undefined;
  /** One entry of a list stands in for another that goes. */
  readonly isReplacement?: boolean;
}

/** A list of records to be changed in one way; one record is a list of one. */
export interface Task {
  readonly resource: Resource;
  readonly action: Action;
  readonly items: readonly Item[];
  /** How many ids to take; as many as there are records to be made, unless given. */
  readonly newIds?: number;
}

/** A task, and what is answered when it is done. */
export interface Work extends Task {
  readonly answer: (outcomes: readonly Outcome[]) => Answer;
}

/** A record after its change, as answered. */
export interface Outcome {
  readonly row: Row;
  readonly json: string;
  readonly changed: boolean;
}

/** What is at hand while one attempt at a change runs. */
export interface Attempt {
  readonly transaction: Queryable;
  readonly call: Call;
  readonly work: Task;
  readonly directory: Directory;
  readonly prepared: Prepared;
  readonly context: RuleContext;
}
