import { type Fault, Refused } from '../../../client/problem.ts';

/** The faults that the service finds in the parameters of the address. */
export const parameterFaults = (error: unknown): readonly Fault[] =>
  error instanceof Refused ? error.problems.filter(({ parameter }) => parameter !== undefined) : [];
