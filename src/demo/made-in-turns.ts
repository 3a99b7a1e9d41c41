import { inTurns } from '../records/turns.ts';

/** 1, 2, 3 … */
export const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** What the work makes of each item, in order. Other requests of the process run in between. */
export async function madeInTurns<One, Made>(
  many: Iterable<One>,
  work: (one: One, index: number) => readonly Made[],
): Promise<Made[]> {
  const made: Made[] = [];
  await inTurns(many, (one, index) => void made.push(...work(one, index)));
  return made;
}
