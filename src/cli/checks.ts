import { refuseFaulty } from '../records/judge.ts';
import type { Problem, ProblemCode } from '../refusal.ts';

/** What must hold of an option, and what is said when it does not. */
export type Check = readonly [option: string, holds: boolean, code: ProblemCode, message: string];

/** @throws {Refusal} that names every check that does not hold. */
export function refuseUnless(checks: readonly Check[]): void {
  refuseFaulty(
    checks.flatMap(([parameter, holds, code, message]): Problem[] => (holds ? [] : [{ parameter, code, message }])),
  );
}

/** One line of text that is not blank. */
export const isName = (text: string): boolean => text.trim() !== '' && [...text].length <= 255;
