import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressProblem, isPublicAddress, systemResolve, type Resolve } from '../../src/events/safe-address.ts';
import { addresses } from './support.ts';

const form = 'must be an absolute http or https address';
const isPrivate =
  "must not lead to this machine, to a cloud's metadata service, or to a private, loopback or link-local address, unless the service runs with WEBHOOKS_ALLOW_PRIVATE=1";

const never: Resolve = () => new Promise(() => undefined);
const unknown: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
const anywhere = addresses('93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c');

const problem = (url: string, resolve: Resolve = anywhere, allowPrivate = false): Promise<string | null> =>
  addressProblem(url, { allowPrivate, resolve });

afterEach(() => {
  vi.useRealTimers();
});

describe('an IP address', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255'],
    ...['192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0'],
    ...['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0'],
    ...['223.255.255.255'],
    ...['2000::', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2606:4700:4700::1111', '2620:4f:7fff::'],
    ...['2a00:1450:4001:81b::200e', '3ffe:ffff::', '3fff:1000::'],
  ])('is public if it is unicast and has no special purpose: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this network', ['0.0.0.0', '0.255.255.255']],
    ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255']],
    ['shared by customers of a carrier', ['100.64.0.0', '100.127.255.255']],
    ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1']],
    ['link-local', ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf:ffff::', 'fec0::1']],
    [
      'reserved for protocols',
      ['192.0.0.0', '192.0.0.255', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ],
    [
      'reserved for documentation',
      ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff:ffff::1'],
    ],
    ['reserved for benchmarks', ['198.18.0.0', '198.19.255.255', '2001:2::1']],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1']],
    ['reserved', ['240.0.0.0', '255.255.255.255', '4000::1', '1fff:ffff::', '5f00::1', '100::1', '200::1', 'e000::1']],
    ['unspecified', ['::', '0:0:0:0:0:0:0:0']],
    ['unique local', ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::']],
    ['IPv4 mapped', ['::ffff:127.0.0.1', '::FFFF:7f00:1', '0:0:0:0:0:ffff:a00:1', '::ffff:8.8.8.8', '::ffff:808:808']],
    ['IPv4 translated or compatible', ['::ffff:0:127.0.0.1', '::127.0.0.1', '::7f00:1', '::8.8.8.8']],
    ['NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::808:808', '64:ff9b:1::a00:1']],
    ['Teredo and other protocols', ['2001::1', '2001:0:7f00:1::', '2001:20::1', '2001:1ff:ffff::1', '2620:4f:8000::1']],
    ['6to4', ['2002:7f00:1::', '2002:808:808::1', '2002:ffff::']],
    ['an address with a zone', ['fe80::1%eth0', 'fe80::1%1', '2606:4700:4700::1111%eth0', '::1%lo']],
    [
      'not an address',
      ['', 'localhost', 'example.com', '8.8.8', '2130706433', '0x7f000001', '127.1', '08.8.8.8', '[::1]'],
    ],
    [
      'not quite an address',
      [' 8.8.8.8', '8.8.8.8 ', '8.8.8.8.', '8.8.8.8/32', '8.8.8.8:80', '٨.٨.٨.٨', '８.８.８.８', ':::'],
    ],
  ])('is not public if it is %s', (_what, refused) => {
    expect(refused.filter(isPublicAddress)).toEqual([]);
  });
});

describe("a receiver's address", () => {
  it.each([
    'https://hooks.example.com/crm?token=1',
    'http://hooks.example.com:8080',
    'HTTPS://Hooks.Example.COM/',
    'https://hooks.example.com./',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/',
    `https://hooks.example.com/${'x'.repeat(2022)}`,
  ])('can be anywhere on the public internet: %s', async (url) => {
    expect(await problem(url)).toBeNull();
  });

  it.each([
    ...['', 'hooks.example.com', '//hooks.example.com', '/crm', 'mailto:crm@example.com', 'ftp://hooks.example.com/'],
    ...['file:///etc/passwd', 'javascript:alert(1)', 'gopher://hooks.example.com', 'ws://hooks.example.com'],
    ...[
      'https:hooks.example.com',
      'https:/hooks.example.com',
      'https://',
      'https:///crm',
      'https://?crm',
      'https://:80',
    ],
    ...[' https://hooks.example.com', 'https://hooks.example.com ', 'https://hooks.example.com/a b'],
    ...[
      'https://hooks.exam\nple.com',
      'https://hooks.exam\tple.com',
      'https://hooks.example.com/\0',
      'https://a\u0085b',
    ],
    ...['https://hooks.example.com:65536/', 'https://[::1/', 'https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/'],
    ...['https://256.1.1.1/', 'https://1.2.3.4.5/', 'https://a%00b/', 'https://a%2fb/', 'https://%zz/'],
  ])('must be an absolute http or https address: %j is not', async (url) => {
    expect(await problem(url)).toBe(form);
    expect(await problem(url, anywhere, true)).toBe(form);
  });

  it.each(['https://user:secret@hooks.example.com/', 'https://user@hooks.example.com/', 'https://:x@1.1.1.1/'])(
    'must not hold credentials: %s',
    async (url) => {
      expect(await problem(url, anywhere, true)).toBe('must not hold a user name or a password');
    },
  );

  it.each(['https://hooks.example.com/#crm', 'https://hooks.example.com/?a#'])('has no fragment: %s', async (url) => {
    expect(await problem(url, anywhere, true)).toBe('must not have a fragment: HTTP does not send the part after #');
  });

  it('has at most 2048 characters', async () => {
    expect(await problem(`https://hooks.example.com/${'x'.repeat(2023)}`)).toBe('must have at most 2048 characters');
  });

  it.each([
    ['dotted', 'http://127.0.0.1/'],
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['octal with zeros', 'http://00000177.0.0.01/'],
    ['hexadecimal', 'http://0x7f.0.0.1/'],
    ['one hexadecimal number', 'http://0x7F000001/'],
    ['in two parts', 'http://127.1/'],
    ['in three parts', 'http://127.0.1/'],
    ['in mixed notation', 'http://0x7f.0.01/'],
    ['zero', 'http://0/'],
    ['with a dot at its end', 'http://127.0.0.1./'],
    ['with dots at its end', 'http://127.0.0.1../'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['percent-encoded in its dots', 'http://127%2e0%2E0%2e1/'],
    ['in full-width digits', 'http://１２７.０.０.１/'],
    ['in circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['with ideographic stops', 'http://127。0。0。1/'],
    ['with soft hyphens', 'http://127.0\u00ad.0.1/'],
    ['after a backslash', 'http://10.0.0.1\\@hooks.example.com/'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata service in decimal', 'http://2852039166/'],
    ['the loopback address of IPv6', 'http://[::1]/'],
    ['the loopback address of IPv6 in full', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]:8080/'],
    ['unspecified', 'http://[::]/'],
    ['mapped', 'http://[::ffff:127.0.0.1]/'],
    ['mapped in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['mapped in full', 'http://[0:0:0:0:0:FFFF:127.0.0.1]/'],
    ['mapped although public', 'http://[::ffff:8.8.8.8]/'],
    ['compatible', 'http://[::127.0.0.1]/'],
    ['by NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['by 6to4', 'http://[2002:7f00:1::1]/'],
    ['by Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['unique local', 'http://[fd00:ec2::254]/'],
    ['link-local', 'http://[fe80::1]/'],
    ['multicast', 'http://[ff02::1]/'],
  ])('must not be private: %s', async (_how, url) => {
    expect(await problem(url)).toBe(isPrivate);
    expect(await problem(url, never, true)).toBeNull();
  });

  it.each([
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'localhost..',
      'loc%61lhost',
      'ｌocalhost',
      'crm.localhost',
      'a.b.localhost.',
    ],
    ...[
      'localhost:5432',
      'printer.local',
      'printer.LOCAL.',
      'metadata.google.internal',
      'db.internal',
      'nas.home.arpa',
    ],
    ...['home.arpa', 'intranet', 'db', 'db.', 'com', '.'],
  ])('must not be a local name: %s', async (host) => {
    expect(await problem(`http://${host}/`)).toBe(isPrivate);
    expect(await problem(`http://${host}/`, unknown)).toBe(isPrivate);
    expect(await problem(`http://${host}/`, never, true)).toBeNull();
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['10.1.2.3', '192.168.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [['::ffff:93.184.215.14']],
    [['fe80::1%eth0']],
  ])('must not resolve to a private address: %j', async (found) => {
    expect(await problem('https://hooks.example.com/', addresses(...found))).toBe(isPrivate);
    expect(await problem('https://hooks.example.com/', addresses(...found), true)).toBeNull();
  });

  it('is resolved under the name that a connection uses', async () => {
    const asked: string[] = [];
    const resolve: Resolve = (host) => {
      asked.push(host);
      return anywhere(host);
    };
    await problem('https://Bücher.EXAMPLE.:8443/', resolve);
    await problem('https://93.184.215.14/', resolve);
    await problem('https://hooks.example.com/', resolve, true);
    expect(asked).toEqual(['xn--bcher-kva.example.']);
  });

  it.each([
    ['unknown', unknown],
    ['known without an address', addresses()],
  ])('can be a name that is %s now', async (_what, resolve) => {
    expect(await problem('https://hooks.example.com/', resolve)).toBeNull();
  });

  it('can be a name that takes longer than three seconds to resolve', async () => {
    vi.useFakeTimers();
    const found = problem('https://hooks.example.com/', never);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toBeNull();
  });

  it('leaves no timer running after its check', async () => {
    vi.useFakeTimers();
    await problem('https://hooks.example.com/');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is resolved by the resolver of the system', async () => {
    const found = await systemResolve('localhost');
    expect(found.map(({ address }) => address).filter((address) => !['127.0.0.1', '::1'].includes(address))).toEqual(
      [],
    );
    expect(found).not.toEqual([]);
  });
});
