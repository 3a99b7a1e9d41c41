import type { Step } from '../jobs/job-runner.ts';
import { arrangeReplay, type Replay } from '../store/outbox/replays.ts';

/** Turns the next messages of a replay into deliveries. The progress is the id of the last message examined. */
export const replayStep: Step = async (transaction, { accountId, subjectId, input, progress }, now) => {
  const replay = input as Replay;
  const afterId = (progress as string | null) ?? replay.afterId;
  const webhook = { accountId, webhookId: subjectId ?? '' };
  const { isReady, last } = await arrangeReplay(transaction, webhook, { ...replay, afterId }, now);
  if (!isReady) return { state: 'waiting' };
  return last === null ? { state: 'ended' } : { state: 'under way', progress: last };
};
