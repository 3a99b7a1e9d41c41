import { weakMemo } from '../../../weak-memo.ts';
import { type MappedColumn, splitAddressParts } from '../../../resources/transfer/mapping.ts';
import { type SplitAddress, splitAddress } from '../reading-text/us-address.ts';
import type { ProposalScope, ProposedColumn } from '../scope.ts';
import { rankedAddressPart } from './header-ranks.ts';
import { areObjects } from './samples.ts';

/**
 * The mapping of a column of whole addresses, in one text or as objects, or of cities; null if it has none. Beside a
 * column for the city, the state or the ZIP it stays one text: those columns may be filled in later rows only.
 */
export function wholeAddress(column: ProposedColumn, scope: ProposalScope): readonly MappedColumn[] | null {
  const { name, samples, values = samples } = column;
  if (areObjects(samples)) return [{ from: [name], to: 'address' }];
  if (hasParts(scope, column)) return null;
  if (!areWholeAddresses(samples) && !areMixed(values)) return cityWithState(column, scope);
  return splitAddressParts
    .filter((part) => part !== 'country' || values.some((sample) => splitAddress(sample).country !== null))
    .map((part) => ({ from: [name], to: `address.${part}`, transform: [{ address: { part } }] }));
}

/**
 * The mapping of a column of cities whose cells have the state too, such as `Laredo, TX`; null if most have none, or if
 * another column names the state. A cell without a state stays the city.
 */
export function cityWithState(column: ProposedColumn, scope: ProposalScope): readonly MappedColumn[] | null {
  const { name, samples, values = samples } = column;
  const cities = values
    .map(splitAddress)
    .filter(({ street_address: street, city, state }) => street === null && city !== null && state !== null);
  if (cities.length === 0 || cities.length * 2 < values.length || hasParts(scope, column, ['state'])) return null;
  const hasZip = cities.some(({ zip }) => zip !== null) && !hasParts(scope, column, ['zip']);
  return [
    { from: [name], to: 'address.city', transform: [{ address: { part: 'city', other: 'keep' } }] },
    { from: [name], to: 'address.state', transform: [{ address: { part: 'state' } }] },
    ...(hasZip ? [{ from: [name], to: 'address.zip', transform: [{ address: { part: 'zip' } as const }] }] : []),
  ];
}

/** Whether another column names one of these parts of an address. */
const hasParts = (scope: ProposalScope, except: ProposedColumn, parts: readonly Part[] = partNames): boolean =>
  parts.some((part) => partColumnsOf(scope)[part].some((column) => column !== except));

const partNames = ['city', 'state', 'zip'] as const;

type Part = (typeof partNames)[number];

/** The columns of a file that name a part of an address. Each column of addresses asks for them. */
const partColumnsOf = weakMemo(
  ({ family, columns }: ProposalScope): Readonly<Record<Part, readonly ProposedColumn[]>> => {
    const namedBy = (part: Part): readonly ProposedColumn[] => {
      const rankOf = rankedAddressPart(part, family);
      return columns.filter(({ name }) => rankOf(name) !== undefined);
    };
    return { city: namedBy('city'), state: namedBy('state'), zip: namedBy('zip') };
  },
);

const areWholeAddresses = (samples: readonly string[]): boolean =>
  samples.length > 0 && samples.every((sample) => isPlaced(splitAddress(sample)));

const isPlaced = ({ city, state, zip }: SplitAddress): boolean => (city ?? zip) !== null && (state ?? zip) !== null;

/** Whether at least half of the texts have a city with its state, and some of these a street too. Others stay whole. */
function areMixed(texts: readonly string[]): boolean {
  const placed = texts.map(splitAddress).filter(isPlaced);
  return placed.some(({ street_address: street }) => street !== null) && placed.length * 2 >= texts.length;
}
