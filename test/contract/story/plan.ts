import { life } from './firm.ts';
import type { Player } from './player.ts';

/** Plays what the firm wants to book. */
export async function plan(player: Player): Promise<void> {
  const goal = { period: 'year', starts_on: '2026-01-01', measure: 'booked_amount', target: 40_000_000 };
  const { id } = (await player.play('createGoal', { body: { goal } })).goal;
  await player.play('updateGoal', { path: { id }, body: { goal: { target: 45_000_000 } } });
  await life(player, { singular: 'goal', plural: 'goals' }, id);
}
