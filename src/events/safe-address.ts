import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { isWebAddress } from '../resources/vocabulary/formats.ts';
import { AddressError } from './send-error.ts';

/** Resolves a host to its addresses. Rejects if it has none, or if the lookup fails. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** The rules that decide which addresses receive messages. */
export interface AddressRules {
  /** Allows loopback and private addresses too. */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
  /** The addresses of this machine, public ones included. */
  readonly own?: BlockList;
}

/** The network of this machine. The default of each is that of the system. */
export interface Network {
  /** Resolves the hosts of webhook URLs. */
  readonly resolve?: Resolve;
  /** The interfaces of this machine, whose addresses get no deliveries. */
  readonly interfaces?: ReturnType<typeof networkInterfaces>;
}

/** The rules of an installation on this machine. */
export const addressRulesOf = (
  { webhooksAllowPrivate: allowPrivate }: Pick<Config, 'webhooksAllowPrivate'>,
  { resolve = systemResolve, interfaces = networkInterfaces() }: Network = {},
): AddressRules => ({ allowPrivate, resolve, own: ownAddresses(interfaces) });

function ownAddresses(interfaces: ReturnType<typeof networkInterfaces>): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(interfaces).flatMap((all) => all ?? [])) {
    list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Whether the rules allow an IP address. */
export function isAllowed(address: string, { allowPrivate, own }: AddressRules): boolean {
  if (allowPrivate) return true;
  return isPublicAddress(address) && own?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') !== true;
}

/** The timeout of one query to one name server, in milliseconds, and the number of tries. */
const patience = { timeout: 2500, tries: 2 };

/**
 * Asks DNS first. If DNS does not know the name, asks the machine's resolver, which also reads its hosts file. The
 * machine's resolver alone is not enough: it blocks one of a few threads for each name, so a name server that does not
 * respond would delay all other names.
 */
export async function systemResolve(host: string): Promise<readonly LookupAddress[]> {
  // A resolver reads the list of name servers when it is created, and the list can change.
  const dns = new Resolver(patience);
  const [four, six] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
  const found = [four, six].flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) return found;
  const silent = [four, six].find((answer) => answer.status === 'rejected' && isTimeout(answer.reason));
  if (silent?.status === 'rejected') throw silent.reason;
  return await lookup(host, { all: true });
}

const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';

/**
 * Whether a text is a public IP address: unicast, and outside the networks that IANA reserves for special purposes (RFC
 * 6890 and later registrations). An IPv6 address that carries an IPv4 address (mapped, compatible, NAT64, Teredo, 6to4)
 * or has a zone is not public, and neither is a text that is no address. Clouds serve metadata and credentials to their
 * machines at addresses inside these networks and at one outside, which is not public either.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%') || address === azurePlatform) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(givenOut));
}

/**
 * Whether the rules refuse the host of a URL without a lookup: an IP literal, which URL has normalized, or a name that
 * is local by definition.
 */
export function isRefusedHost({ hostname }: URL, rules: AddressRules): boolean {
  const host = bare(hostname);
  return isIP(host) === 0 ? !rules.allowPrivate && isLocalName(host) : !isAllowed(host, rules);
}

/**
 * The problem of a receiver's address, as a clause that follows its name; `null` if there is none. A name that cannot
 * be resolved now passes: the sender reports it later, and checks every address again when it connects.
 */
export async function addressProblem(url: string, rules: AddressRules): Promise<string | null> {
  return formProblem(url) ?? (rules.allowPrivate ? null : hostProblem(new URL(url), rules));
}

/** The limit of characters, the same as in the schemas. */
const mostCharacters = 2048;

function formProblem(text: string): string | null {
  if ([...text].length > mostCharacters) return `must have at most ${mostCharacters} characters`;
  // URL drops line feeds and tabs, so the address that people read would differ from the address in use.
  if (/[\s\p{Cc}]/u.test(text) || !isWebAddress(text)) return 'must be an absolute http or https address';
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  return href.includes('#') ? 'must not have a fragment: HTTP does not send the part after #' : null;
}

const isPrivate =
  "must not lead to this machine, to a cloud's metadata service, or to a private, loopback or link-local address, " +
  'unless the service runs with WEBHOOKS_ALLOW_PRIVATE=1';

async function hostProblem(url: URL, rules: AddressRules): Promise<string | null> {
  if (isRefusedHost(url, rules)) return isPrivate;
  if (isIP(bare(url.hostname)) !== 0) return null;
  const found = await resolvedInTime(url.hostname, rules.resolve);
  return found.every(({ address }) => isAllowed(address, rules)) ? null : isPrivate;
}

/** The timeout of the lookup, in milliseconds. The client that names a receiver waits for it. */
const resolveLimit = 3_000;

/** The addresses of a host; none if the name cannot be resolved now, for any reason. */
async function resolvedInTime(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly LookupAddress[]>((nothing) => {
    timer = setTimeout(() => nothing([]), resolveLimit);
  });
  const found = resolve(host).catch(() => []);
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/** The host name without the brackets of IPv6 and without the dots at the end of a complete name. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');

/** Names for nearby machines: RFC 6761, RFC 6762, RFC 8375, and `internal` by an ICANN resolution of 2024. */
const localNames = ['localhost', 'local', 'home.arpa', 'internal'];

/** Whether a name is local. A resolver completes a name without a dot from its search list. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || localNames.some((name) => host === name || host.endsWith(`.${name}`));

/** Azure's WireServer. AWS, Google, Oracle, Alibaba and others use link-local, shared or local addresses. */
const azurePlatform = '168.63.129.16';

/** The IPv6 range assigned for unicast. The library reports every range that it has no name for as unicast. */
const givenOut = ipaddr.parseCIDR('2000::/3');

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

type AllowedAddresses = readonly [LookupAddress, ...LookupAddress[]];

async function allowedOf(host: string, rules: AddressRules): Promise<AllowedAddresses | AddressError> {
  try {
    const found = await rules.resolve(host);
    const [first, ...others] = found.filter(({ address }) => isAllowed(address, rules));
    if (first) return [first, ...others];
    return new AddressError(found.length === 0 ? 'unknown_host' : 'unsafe_address');
  } catch (cause) {
    return new AddressError('unknown_host', cause);
  }
}
