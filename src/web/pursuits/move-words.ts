/** The facts of a stage that the words need. */
interface Stage {
  readonly name: string;
  readonly category: string;
  readonly default_probability: number | null;
}

/** A project before its move, and the stage that it leaves. */
interface ProjectBeforeMove {
  readonly name: string;
  readonly probability: number | null;
  readonly stage: Stage | undefined;
}

/**
 * The words of a move: `North Lab moved to Estimating.` A probability that is not the default of the stage before was
 * set by a person. If the default of the new stage replaces it, the words say so.
 */
export function moveWords({ name, probability, stage }: ProjectBeforeMove, to: Stage): string {
  const words = `${name} moved to ${to.name}.`;
  const isOwn = probability !== null && probability !== (stage?.default_probability ?? null);
  const isReplaced = to.default_probability !== null && to.default_probability !== probability;
  if (!isOwn || !isReplaced || to.category !== 'open') return words;
  return `${words} Its probability was ${percent(probability)} and is now ${percent(to.default_probability)}.`;
}

const percent = (fraction: number): string => `${Math.round(fraction * 100)}%`;
