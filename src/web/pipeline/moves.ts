import type { Stage } from '../data/directory.ts';
import type { Card } from '../pursuits/card-fields.ts';
import type { ClosingAnswers } from '../pursuits/closing.ts';
import type { CardChange } from '../pursuits/cards/change-card.ts';
import { moveWords } from '../pursuits/move-words.ts';
import type { BoardColumn } from './grouping.ts';

/**
 * The move of a card to another open stage. The service sets the default probability of that stage.
 * @param before the stage that the card leaves.
 */
export const moveTo = (card: Card, stage: Stage, before: Stage | undefined): CardChange => ({
  fields: { project_stage_id: stage.id },
  shown: {
    project_stage_id: stage.id,
    probability: stage.default_probability ?? card.probability,
    stage_age: 0,
  },
  said: moveWords({ name: card.name, probability: card.probability, stage: before }, stage),
});

/** The closing of a project by a move to a won or lost stage. The card leaves the board. */
export const closeIn = (card: Card, { stage, awardDate, lossReasonId }: ClosingAnswers): CardChange => ({
  fields: {
    project_stage_id: stage.id,
    award_date: awardDate,
    ...(lossReasonId === null ? {} : { loss_reason_id: lossReasonId }),
  },
  shown: { is_closed: true },
  said: `${card.name} closed as ${stage.name}.`,
});

/** The drop of a card on a column that is no stage: it gets the value of that column. */
export const dropOn = (card: Card, column: BoardColumn, fields: NonNullable<BoardColumn['drop']>): CardChange => ({
  fields,
  shown: fields,
  said: `${card.name} moved to ${column.name}.`,
});
