import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Whether a service at this host listens on all addresses of the machine. */
export function isWildcard(host: string): boolean {
  const url = urlAt(host);
  return URL.canParse(url) && wildcards.includes(new URL(url).hostname);
}

/** The forms to which `URL` brings every notation, such as `0` and `::ffff:0.0.0.0`. */
const wildcards = ['0.0.0.0', '[::]', '[::ffff:0:0]'];

const urlAt = (host: string): string => `http://${isIP(host) === 6 ? `[${host}]` : host}`;

/**
 * The URL of a service by the address that it listens on. For all addresses, it has the first one of the machine that
 * is not loopback, IPv4 before IPv6.
 * @param interfaces as `os.networkInterfaces` returns them.
 */
export function listeningUrl(host: string, port: number, interfaces = networkInterfaces()): string {
  return `${urlAt(isWildcard(host) ? networkAddress(interfaces) : host)}:${port}`;
}

function networkAddress(interfaces: ReturnType<typeof networkInterfaces>): string {
  const all = Object.values(interfaces).flatMap((some) => some ?? []);
  // A link-local address needs the name of an interface.
  const usable = all.filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address));
  const found = usable.find(({ family }) => family === 'IPv4') ?? usable[0];
  return found?.address ?? '127.0.0.1';
}
