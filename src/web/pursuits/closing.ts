import type { Stage } from '../data/directory.ts';
import type { Card } from './card-fields.ts';

/** A project that is moved to another stage. */
export type MovedProject = Pick<Card, 'id' | 'name' | 'project_stage_id'>;

/** The answers that a closing asks for. */
export interface ClosingAnswers {
  readonly stage: Stage;
  readonly awardDate: string;
  readonly lossReasonId: string | null;
  /** The final amount, if it is another one than before. */
  readonly amount?: number | null;
}
