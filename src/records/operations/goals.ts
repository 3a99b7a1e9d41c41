import { Refusal } from '../../refusal.ts';
import { mostGoals } from '../../resources/goals.ts';
import { countGoals } from '../../store/query/goals.ts';
import { change } from '../changing/change.ts';
import { findStoredAnswer } from '../changing/stored-answer.ts';

/**
 * Creates or restores a goal.
 * @throws {Refusal} `conflict` if the account has as many goals as it may have.
 */
export const addGoal: typeof change = async (context, single) => {
  const { store, actor } = context;
  if ((await countGoals(store.engine, actor.accountId)) < mostGoals) return await change(context, single);
  const replayed = await findStoredAnswer(store.engine, context);
  if (replayed) return replayed;
  throw new Refusal('conflict', `The account has ${mostGoals} goals, which is the maximum.`);
};
