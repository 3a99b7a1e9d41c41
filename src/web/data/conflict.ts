import type { Fault, Refused } from '../../client/problem.ts';
import { timeInFirm } from './directory.ts';

/** Somebody else has changed the same fields since this page read them. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly refused: Refused;
  readonly version: number;

  constructor(refused: Refused, version: number) {
    super(sentenceOf(refused), { cause: refused });
    this.refused = refused;
    this.version = version;
  }

  get faults(): readonly Fault[] {
    return conflicting(this.refused);
  }
}

/** The fields that somebody changed, with `given`, `current`, `changed_at` and `changed_by`. */
const conflicting = (refused: Refused): readonly Fault[] =>
  refused.problems.filter(({ changed_at: at }) => at !== null);

/** `Maria Diaz has changed it at 10:42 AM.` */
function sentenceOf(refused: Refused): string {
  const [fault] = conflicting(refused);
  if (fault === undefined) return 'Somebody has changed other fields.';
  const by = fault['changed_by'] as { name: string | null; email: string } | null | undefined;
  const at = timeInFirm(new Date(String(fault['changed_at'])));
  return `${by?.name ?? by?.email ?? 'Somebody'} has changed it at ${at}.`;
}
