import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { type MappedColumn, splitAddressParts } from '../../../resources/transfer/mapping.ts';
import { splitAddress } from '../reading-text/us-address.ts';
import { areObjects } from './samples.ts';

/** The mapping of a column of whole addresses, in one text or as objects; null if it has none. */
export function wholeAddress({ name, samples }: FileColumn): readonly MappedColumn[] | null {
  if (areObjects(samples)) return [{ from: [name], to: 'address' }];
  if (!areWholeAddresses(samples)) return null;
  return splitAddressParts
    .filter((part) => part !== 'country' || samples.some((sample) => splitAddress(sample).country !== null))
    .map((part) => ({ from: [name], to: `address.${part}`, transform: [{ address: { part } }] }));
}

const areWholeAddresses = (samples: readonly string[]): boolean =>
  samples.length > 0 &&
  samples.every((sample) => {
    const { city, state, zip } = splitAddress(sample);
    return (city ?? zip) !== null && (state ?? zip) !== null;
  });
