import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmailAddress, isTimeZone } from './resources/vocabulary/formats.ts';
import { plainEmailAddress } from './resources/vocabulary/invisible.ts';
import { isOwnToken, longestToken, passwordLength, passwordProblem } from './resources/vocabulary/secrets.ts';

/** A kind of value. `parse` returns undefined for an invalid value. */
export interface ValueKind<Value> {
  readonly expected: string;
  readonly parse: (given: string) => Value | undefined;
  /** Messages never repeat the value. */
  readonly secret?: true;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** The limits of bytes held in memory: in total, and for each key. */
export interface ByteLimits {
  readonly all: number;
  readonly each: number;
}

export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export const wholeNumber = (least: number, most: number): ValueKind<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  parse: (given) => {
    const value = /^\d{1,16}$/.test(given) ? Number(given) : -1;
    return value >= least && value <= most ? value : undefined;
  },
});

export const onOrOff: ValueKind<boolean> = {
  expected: '1 or 0',
  parse: (given) => (/^[01]$/.test(given) ? given === '1' : undefined),
};

export const text = (most: number): ValueKind<string> => ({
  expected: `text of at most ${most} characters`,
  parse: (given) => choose(given.trim() !== '' && !given.includes('\0') && Array.from(given).length <= most, given),
});

export const folder: ValueKind<string> = {
  expected: 'a folder',
  parse: (given) => (given.includes('\0') ? undefined : resolve(given)),
};

/** A program and its arguments. No shell reads them, so nothing is quoted. */
export const commandLine: ValueKind<readonly string[]> = {
  expected: 'a program and its arguments, separated by spaces, without quotes',
  parse: (given) => (given.trim() === '' || /[\0'"]/.test(given) ? undefined : given.trim().split(/\s+/)),
};

export const hostName: ValueKind<string> = {
  expected: 'an address or a host name to listen on',
  parse: (given) => choose(isIP(given) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(given), given),
};

export const postgresUrl: ValueKind<string> = {
  expected: 'an address such as postgres://user@host:5432/database',
  secret: true,
  parse: (given) => choose(/^postgres(ql)?:\/\/./.test(given) && URL.canParse(given), given),
};

export const baseUrl: ValueKind<string> = {
  expected: 'an http or https address without query and fragment',
  parse: (given) =>
    choose(/^https?:\/\/[^\s?#]+$/.test(given) && URL.canParse(given), given.replace(/(?<!\/)\/+$/, '')),
};

/** A bucket of an S3-compatible store, by its path, without a slash at the end. */
export const bucketUrl: ValueKind<string> = {
  expected: 'an http or https address with the name of a bucket, such as https://host/bucket/prefix',
  parse: (given) => {
    const address = given.replace(/(?<!\/)\/+$/, '');
    return choose(/^https?:\/\/[^\s?#@/]+\/[^\s?#]+$/.test(address) && URL.canParse(address), address);
  },
};

export const ownToken = (least: number): ValueKind<string> => ({
  expected: `${least} to ${longestToken} visible ASCII characters`,
  secret: true,
  parse: (given) => choose(isOwnToken(given, least), given),
});

export const password: ValueKind<string> = {
  expected: `a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters`,
  secret: true,
  parse: (given) => choose(!given.includes('\0') && passwordProblem(given) === null, given),
};

export const emailAddress: ValueKind<string> = {
  expected: 'an e-mail address',
  parse: (given) => {
    const address = plainEmailAddress(given);
    return choose(isEmailAddress(address) && address.length <= 320, address);
  },
};

export const timeZone: ValueKind<string> = {
  expected: 'an IANA time zone such as America/Chicago',
  parse: (given) => choose(isTimeZone(given), given),
};

export const rateLimit: ValueKind<RateLimit | null> = {
  expected: 'requests a second and burst such as 100/500, one number for both, or 0 for no limit',
  parse: (given) => {
    if (given === '0') return null;
    const [, perSecond, burst = perSecond] = /^([1-9]\d{0,6})(?:\/([1-9]\d{0,6}))?$/.exec(given) ?? [];
    return perSecond === undefined ? undefined : { perSecond: Number(perSecond), burst: Number(burst) };
  },
};

export const mebibyte = 2 ** 20;

/** @param least the minimum of both limits, in MiB. The limit of one account must not exceed the total. */
export const mebibytes = (least: number): ValueKind<ByteLimits> => ({
  expected: `MiB of the process and of one account such as 256/64, the first no less than the second, ${least} or more, or one number for both`,
  parse: (given) => {
    const [, all, each = all] = /^([1-9]\d{0,6})(?:\/([1-9]\d{0,6}))?$/.exec(given) ?? [];
    const limits = { all: Number(all) * mebibyte, each: Number(each) * mebibyte };
    return limits.each >= least * mebibyte && limits.all >= limits.each ? limits : undefined;
  },
});

export const origins: ValueKind<readonly string[]> = {
  expected: 'origins such as https://app.example.com, separated by commas',
  parse: (given) => (list(given).every(isOrigin) ? list(given) : undefined),
};

export const proxies: ValueKind<readonly string[] | number> = {
  expected: 'addresses or networks such as 10.0.0.0/8, separated by commas, or the number of proxies in front',
  parse: (given) => {
    if (/^\d{1,2}$/.test(given)) return Number(given);
    return list(given).every(isNetwork) ? list(given) : undefined;
  },
};

export const logLevel: ValueKind<LogLevel> = {
  expected: `one of ${logLevels.join(', ')}`,
  parse: (given) => logLevels.find((level) => level === given),
};

const choose = (right: boolean, value: string) => (right ? value : undefined);

const list = (given: string) => given.split(',').map((entry) => entry.trim());

function isOrigin(given: string): boolean {
  return /^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given;
}

function isNetwork(given: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true;
  const [address = '', bits = '0', ...rest] = given.split('/');
  const version = isIP(address);
  return version > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
