import type { RowOutcome } from '../../../store/imports/row-outcomes.ts';
import type { ImportWork } from '../import-work.ts';
import { findAwardedToday } from './awarded-today.ts';
import { findKnown } from './known-records.ts';
import { findNumbered } from './numbered-rows.ts';
import { findOnlyNames } from './only-name.ts';
import { findRenamed } from './renamed-records.ts';
import { findRepeated } from './repeated-rows.ts';
import type { AppliedRows, FindWarnings } from './row-warnings.ts';
import { findTimeOfImport } from './time-of-import.ts';
import { findTotalNames } from './total-names.ts';

/** The kinds of warnings, in the order in which a row has them. */
const kinds: readonly FindWarnings[] = [
  findRenamed,
  findAwardedToday,
  findTimeOfImport,
  findOnlyNames,
  findTotalNames,
  findRepeated,
  findKnown,
  findNumbered,
];

/** The outcomes with the warnings of all kinds after those that they have. */
export async function withWarnings(work: ImportWork, applied: AppliedRows): Promise<readonly RowOutcome[]> {
  let { outcomes } = applied;
  for (const find of kinds) {
    const warnings = await find(work, applied);
    outcomes = outcomes.map((outcome) => {
      const warning = warnings.get(outcome.number);
      return warning ? { ...outcome, errors: [...(outcome.errors ?? []), warning] } : outcome;
    });
  }
  return outcomes;
}
