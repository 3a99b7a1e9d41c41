import { isIPv6 } from 'node:net';

/** The key of one subscriber: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const start = head.split(':').filter(Boolean);
  const end = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? 8 - start.length - end.length : 0;
  return [...start, ...Array<string>(Math.max(0, zeros)).fill('0'), ...end].slice(0, 4).join(':');
}
