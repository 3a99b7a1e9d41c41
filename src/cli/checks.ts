import { refuseFaulty } from '../records/changing/judge.ts';
import type { Problem, ProblemCode } from '../refusal.ts';

/** A condition on an option, and the problem to report if it does not hold. */
export type Check = readonly [option: string, holds: boolean, code: ProblemCode, message: string];

/** @throws {Refusal} with every check that does not hold. */
export function refuseUnless(checks: readonly Check[]): void {
  refuseFaulty(
    checks.flatMap(([parameter, holds, code, message]): Problem[] => (holds ? [] : [{ parameter, code, message }])),
  );
}

/** One line of text that is not blank. */
export const isName = (text: string): boolean => text.trim() !== '' && [...text].length <= 255;
