import { Refusal, type ProblemCode } from '../../refusal.ts';

/** Where a fault lies: the row of data, the line of the file, and the place in this line. All count from 1. */
export interface FaultPlace {
  readonly row?: number;
  readonly line?: number;
  readonly column?: number;
}

/** The refusal of a file that cannot be read as a whole. `message` is a sentence. */
export function fileFault(message: string, place: FaultPlace = {}, cause?: unknown): Refusal {
  const where = Object.entries(place)
    .filter(([, number]) => number !== undefined)
    .map(([name, number]) => `${name} ${String(number)}`)
    .join(', ');
  return new Refusal('validation_failed', where === '' ? message : `${message} Place: ${where}.`, {
    problems: [{ pointer: '/file', code: 'invalid_format', message, ...place }],
    cause,
  });
}

/** The refusal of a format that does not fit the file. */
export function formatFault(part: string, code: ProblemCode, message: string, more: object = {}): Refusal {
  return new Refusal('validation_failed', message, {
    problems: [{ pointer: `/import/format/${part}`, code, message, ...more }],
  });
}
