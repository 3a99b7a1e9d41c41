import { resources } from '../../resources/index.ts';
import { isFolded, refoldRecords } from '../../store/write/refold.ts';
import { throughRecords } from '../record-steps.ts';

/** The number of records of a step. */
const most = 100;

/**
 * Writes the sort keys and the search words of an account anew. A migration stores the job when the rules of folding
 * have changed. Until it ends, the account has keys and words of both rules.
 */
export const refoldStep = throughRecords(resources.filter(isFolded), (transaction, next) =>
  refoldRecords(transaction, { ...next, most }),
);
