import { weakMemo } from '../../../weak-memo.ts';
import { type MappedColumn, splitAddressParts } from '../../../resources/transfer/mapping.ts';
import { splitAddress } from '../reading-text/us-address.ts';
import type { ProposalScope, ProposedColumn } from '../scope.ts';
import { rankedAddressPart } from './header-ranks.ts';
import { areObjects } from './samples.ts';

/**
 * The mapping of a column of whole addresses, in one text or as objects; null if it has none. Beside a column for the
 * city, the state or the ZIP it stays one text: those columns may be filled in later rows only.
 */
export function wholeAddress(column: ProposedColumn, scope: ProposalScope): readonly MappedColumn[] | null {
  const { name, samples } = column;
  if (areObjects(samples)) return [{ from: [name], to: 'address' }];
  if (!areWholeAddresses(samples) || hasParts(scope, column)) return null;
  return splitAddressParts
    .filter((part) => part !== 'country' || samples.some((sample) => splitAddress(sample).country !== null))
    .map((part) => ({ from: [name], to: `address.${part}`, transform: [{ address: { part } }] }));
}

/** Whether another column names a part of an address. */
const hasParts = (scope: ProposalScope, except: ProposedColumn): boolean =>
  partColumnsOf(scope).some((column) => column !== except);

/** The columns of a file that name a part of an address. Each column of addresses asks for them. */
const partColumnsOf = weakMemo(({ family, columns }: ProposalScope) => {
  const ranks = ['city', 'state', 'zip'].map((part) => rankedAddressPart(part, family));
  return columns.filter(({ name }) => ranks.some((rankOf) => rankOf(name) !== undefined));
});

const areWholeAddresses = (samples: readonly string[]): boolean =>
  samples.length > 0 &&
  samples.every((sample) => {
    const { city, state, zip } = splitAddress(sample);
    return (city ?? zip) !== null && (state ?? zip) !== null;
  });
