import type { Stage } from '../../data/directory.ts';
import type { Card } from '../card-fields.ts';
import type { ClosingAnswers } from '../closing.ts';
import { moveWords } from '../move-words.ts';
import type { CardChange } from './change-card.ts';

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
export const closeIn = (card: Card, { stage, awardDate, lossReasonId, amount }: ClosingAnswers): CardChange => ({
  fields: {
    project_stage_id: stage.id,
    award_date: awardDate,
    ...(lossReasonId === null ? {} : { loss_reason_id: lossReasonId }),
    ...(amount === undefined ? {} : { amount }),
  },
  shown: { is_closed: true },
  said: `${card.name} closed as ${stage.name}.`,
});
