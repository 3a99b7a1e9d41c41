import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isWebAddress } from '../resources/formats.ts';

/** Finds the addresses of a host; rejects when it has none, or when nobody can be asked. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** What decides whether something may be sent to an address. */
export interface AddressRules {
  /** Loopback and private addresses too. */
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
}

/** In milliseconds, of one question to one name server, and how often it is asked. */
const patience = { timeout: 2500, tries: 2 };

/**
 * Asks DNS; where that knows nothing of a name, whatever the machine asks: its files of hosts, say. That way alone would
 * not do: it has a thread wait for each name, of which there are few, so that a name server that does not answer would
 * hold up every other name.
 */
export async function systemResolve(host: string): Promise<readonly LookupAddress[]> {
  // It reads which servers there are when it is made, and they may be others by now.
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
 * Whether a text is an IP address of the public internet: unicast, and in no network that IANA keeps for a special
 * purpose (RFC 6890 and what was registered since). IPv6 that carries an IPv4 address (mapped, compatible, NAT64,
 * Teredo, 6to4) is none, and neither is one with a zone. What is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  if (family === 0 || address.includes('%')) return false;
  return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/**
 * Whether the host of an address says by itself that it is not of the public internet: a literal, in whatever way it
 * was written (URL has made one form of them), or a name that is local by definition.
 */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = bare(hostname);
  return isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);
}

/**
 * What is wrong with the address of a receiver, as a clause that follows its name; `null` when nothing is. A name that
 * cannot be resolved now passes: whoever sends to it will tell, and judges every address again when connecting.
 */
export async function addressProblem(url: string, rules: AddressRules): Promise<string | null> {
  return formProblem(url) ?? (rules.allowPrivate ? null : hostProblem(new URL(url), rules.resolve));
}

/** In characters; also what the schemas allow for an address. */
const mostCharacters = 2048;

function formProblem(text: string): string | null {
  if ([...text].length > mostCharacters) return `must have at most ${mostCharacters} characters`;
  // URL drops line feeds and tabs, so that what is read differs from what is sent to.
  if (/[\s\p{Cc}]/u.test(text) || !isWebAddress(text)) return 'must be an absolute http or https address';
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  return href.includes('#') ? 'must not have a fragment: nobody sends what follows #' : null;
}

const isPrivate = 'must not lead to a private, loopback or link-local address: only public ones are allowed';

async function hostProblem(url: URL, resolve: Resolve): Promise<string | null> {
  if (isPrivateHost(url)) return isPrivate;
  if (isIP(bare(url.hostname)) !== 0) return null;
  const found = await resolvedInTime(url.hostname, resolve);
  return found.every(({ address }) => isPublicAddress(address)) ? null : isPrivate;
}

/** In milliseconds: whoever names a receiver waits for it. */
const resolveLimit = 3_000;

/** No addresses when the name cannot be resolved now, for whatever reason. */
async function resolvedInTime(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly LookupAddress[]>((nothing) => {
    timer = setTimeout(() => nothing([]), resolveLimit);
  });
  const found = resolve(host).catch(() => []);
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/** Without the brackets of IPv6 and the dots at the end of a name that is complete. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/** Names for machines nearby: RFC 6761, RFC 6762, RFC 8375, and `internal` by a resolution of ICANN of 2024. */
const localNames = ['localhost', 'local', 'home.arpa', 'internal'];

/** A name without a dot is completed by the search list of whoever resolves it. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || localNames.some((name) => host === name || host.endsWith(`.${name}`));

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    list.addSubnet(address, Number(length), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** All of IPv6 that is given out for unicast. */
const unicast = blockList(['2000::/3']);

/** Of IPv6, only what lies within the above. */
const special = blockList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]);
