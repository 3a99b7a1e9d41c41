import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, type AddressRules } from './safe-address.ts';
import { AddressError } from './send-error.ts';

/** Whether the rules let anything be sent to an IP address. */
export const isAllowed = (address: string, { allowPrivate }: AddressRules): boolean =>
  allowPrivate || isPublicAddress(address);

/**
 * Resolves for a socket that is about to connect, and hands on only addresses that are allowed: the socket tries these
 * and no others, so nobody can show a public address first and a private one later. Fails with an `AddressError`.
 */
export function safeLookup(rules: AddressRules): LookupFunction {
  return (host, { all }, callback) => {
    void allowedOf(host, rules).then((found) => {
      if (found instanceof AddressError) callback(found, '');
      else if (all) callback(null, [...found]);
      else callback(null, found[0].address, found[0].family);
    });
  };
}

type Found = readonly [LookupAddress, ...LookupAddress[]];

async function allowedOf(host: string, rules: AddressRules): Promise<Found | AddressError> {
  try {
    const found = await rules.resolve(host);
    const [first, ...others] = found.filter(({ address }) => isAllowed(address, rules));
    if (first) return [first, ...others];
    return new AddressError(found.length === 0 ? 'unknown_host' : 'unsafe_address');
  } catch (cause) {
    return new AddressError('unknown_host', cause);
  }
}
