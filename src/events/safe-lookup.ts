import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, isAllowed } from './safe-address.ts';
import { AddressError } from './send-error.ts';

/**
 * Resolves a host for a socket and returns only allowed addresses. The socket tries these alone, so a name cannot
 * resolve to a public address first and to a private one later. Fails with an `AddressError`.
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
