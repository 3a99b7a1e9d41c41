import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { isTimeZone } from './resources/formats.ts';
import { isOwnToken, longestToken, passwordLength, passwordProblem } from './resources/secrets.ts';

/** Everything an operator can set, read once at the start. */
export interface Config {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** A Postgres server; `null` runs the embedded engine. */
  readonly databaseUrl: string | null;
  /** Absolute. */
  readonly dataDirectory: string;
  /** Without a trailing slash; `null` stands for the address listened on, see `listeningUrl`. */
  readonly publicUrl: string | null;
  readonly bootstrapToken: string | null;
  readonly adminEmail: string;
  /** `null`: one is made and printed once. */
  readonly adminPassword: string | null;
  readonly accountName: string;
  /** IANA name. */
  readonly accountTimeZone: string;
  readonly webhooksAllowPrivate: boolean;
  /** `null`: no limit. */
  readonly rateLimit: RateLimit | null;
  readonly corsOrigins: readonly string[];
  /** Addresses and networks of proxies, or how many stand in front; 0 trusts none. */
  readonly trustProxy: readonly string[] | number;
  readonly logLevel: LogLevel;
  readonly metricsToken: string | null;
  readonly databaseMaxConnections: number;
  readonly databasePreparedStatements: boolean;
  /** False gives up durability on the embedded engine for speed. */
  readonly durableWrites: boolean;
  readonly shutdownTimeoutSeconds: number;
  readonly statementTimeoutSeconds: number;
}

export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment cannot be used; `mistakes` holds one line for each thing wrong with it. */
export class ConfigurationMistakes extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
    super(`The configuration has ${count}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
    this.name = 'ConfigurationMistakes';
    this.mistakes = mistakes;
  }
}

/**
 * An empty variable counts as not set.
 * @throws {ConfigurationMistakes} with every mistake, not the first.
 */
export function readConfig(environment: Environment): Config {
  const set = Object.keys(environment).filter((name) => environment[name]);
  const mistakes = set.flatMap(unknownVariable);
  const values = Object.entries(settings).map(([key, [name, kind, fallback]]) => {
    const given = environment[name] ?? '';
    if (given === '') return [key, fallback];
    const value: unknown = kind.parse(given);
    if (value === undefined) mistakes.push(mistake(name, kind, given));
    return [key, value];
  });
  if (mistakes.length > 0) throw new ConfigurationMistakes(mistakes);
  return Object.freeze(Object.fromEntries(values) as Config);
}

/** Every variable that is read. */
export const variableNames = (): string[] => Object.values(settings).map(([name]) => name);

/** The address under which a client on the same machine reaches the service. */
export function listeningUrl(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** What a variable may hold: `parse` answers undefined for anything else. */
interface Kind<Value> {
  readonly expected: string;
  readonly parse: (given: string) => Value | undefined;
  /** Never repeated in a message. */
  readonly secret?: true;
}

/** The variable, what it may hold, and what stands when it is not set. */
type Setting<Value> = readonly [name: string, kind: Kind<Value>, fallback: Value];

function mistake(name: string, kind: Kind<unknown>, given: string): string {
  return `${name}: expected ${kind.expected}${kind.secret ? '' : `, not ${JSON.stringify(given)}`}`;
}

/** A misspelt variable would be ignored; only the prefix tells that it was meant for this program. */
function unknownVariable(name: string): string[] {
  const known = variableNames();
  if (!name.startsWith('PLUMBLINE_') || known.includes(name)) return [];
  const bare = name.replace('PLUMBLINE_', '');
  const far = (candidate: string) => Math.min(distance(name, candidate), distance(bare, candidate));
  const [nearest = ''] = known.sort((one, other) => far(one) - far(other));
  return [`${name}: no such variable; did you mean ${nearest}?`];
}

const choose = (right: boolean, value: string) => (right ? value : undefined);

const wholeNumber = (least: number, most: number): Kind<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  parse: (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : -1;
    return value >= least && value <= most ? value : undefined;
  },
});

const onOrOff: Kind<boolean> = {
  expected: '1 or 0',
  parse: (given) => (/^[01]$/.test(given) ? given === '1' : undefined),
};

const text = (most: number): Kind<string> => ({
  expected: `text of at most ${most} characters`,
  parse: (given) => choose(given.trim() !== '' && !given.includes('\0') && Array.from(given).length <= most, given),
});

const folder: Kind<string> = {
  expected: 'a folder',
  parse: (given) => (given.includes('\0') ? undefined : resolve(given)),
};

const hostName: Kind<string> = {
  expected: 'an address or a host name to listen on',
  parse: (given) => choose(isIP(given) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(given), given),
};

const postgresUrl: Kind<string> = {
  expected: 'an address such as postgres://user@host:5432/database',
  secret: true,
  parse: (given) => choose(/^postgres(ql)?:\/\/./.test(given) && URL.canParse(given), given),
};

const baseUrl: Kind<string> = {
  expected: 'an http or https address without query and fragment',
  parse: (given) => choose(/^https?:\/\/[^\s?#]+$/.test(given) && URL.canParse(given), given.replace(/\/+$/, '')),
};

const ownToken = (least: number): Kind<string> => ({
  expected: `${least} to ${longestToken} visible ASCII characters`,
  secret: true,
  parse: (given) => choose(isOwnToken(given, least), given),
});

const password: Kind<string> = {
  expected: `a password of ${passwordLength.minLength} to ${passwordLength.maxLength} characters`,
  secret: true,
  parse: (given) => choose(!given.includes('\0') && passwordProblem(given) === null, given),
};

const emailAddress: Kind<string> = {
  expected: 'an e-mail address',
  parse: (given) => choose(/^[^\s@]+@[^\s@]+$/.test(given) && given.length <= 320, given),
};

const timeZone: Kind<string> = {
  expected: 'an IANA time zone such as America/Chicago',
  parse: (given) => choose(isTimeZone(given), given),
};

const rateLimit: Kind<RateLimit | null> = {
  expected: 'requests a second and burst such as 100/500, one number for both, or 0 for no limit',
  parse: (given) => {
    if (given === '0') return null;
    const [, perSecond, burst = perSecond] = /^([1-9]\d{0,6})(?:\/([1-9]\d{0,6}))?$/.exec(given) ?? [];
    return perSecond === undefined ? undefined : { perSecond: Number(perSecond), burst: Number(burst) };
  },
};

const list = (given: string) => given.split(',').map((entry) => entry.trim());

const origins: Kind<readonly string[]> = {
  expected: 'origins such as https://app.example.com, separated by commas',
  parse: (given) => (list(given).every(isOrigin) ? list(given) : undefined),
};

const proxies: Kind<readonly string[] | number> = {
  expected: 'addresses or networks such as 10.0.0.0/8, separated by commas, or how many proxies stand in front',
  parse: (given) => {
    if (/^\d{1,2}$/.test(given)) return Number(given);
    return list(given).every(isNetwork) ? list(given) : undefined;
  },
};

const logLevel: Kind<LogLevel> = {
  expected: `one of ${logLevels.join(', ')}`,
  parse: (given) => logLevels.find((level) => level === given),
};

function isOrigin(given: string): boolean {
  return /^https?:/.test(given) && URL.canParse(given) && new URL(given).origin === given;
}

function isNetwork(given: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true;
  const [address = '', bits = '0', ...rest] = given.split('/');
  const version = isIP(address);
  return version > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function machineTimeZone(): string {
  const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
  // A machine without a zone calls it something that no calendar knows.
  return isTimeZone(name) ? name : 'UTC';
}

const settings: { readonly [Key in keyof Config]: Setting<Config[Key]> } = {
  port: ['PORT', wholeNumber(0, 65_535), 3000],
  host: ['HOST', hostName, '127.0.0.1'],
  databaseUrl: ['DATABASE_URL', postgresUrl, null],
  dataDirectory: ['DATA_DIR', folder, resolve('plumbline-data')],
  publicUrl: ['PUBLIC_URL', baseUrl, null],
  bootstrapToken: ['PLUMBLINE_BOOTSTRAP_TOKEN', ownToken(32), null],
  adminEmail: ['PLUMBLINE_ADMIN_EMAIL', emailAddress, 'admin@localhost'],
  adminPassword: ['PLUMBLINE_ADMIN_PASSWORD', password, null],
  accountName: ['ACCOUNT_NAME', text(255), 'My Company'],
  accountTimeZone: ['ACCOUNT_TIME_ZONE', timeZone, machineTimeZone()],
  webhooksAllowPrivate: ['WEBHOOKS_ALLOW_PRIVATE', onOrOff, false],
  rateLimit: ['RATE_LIMIT', rateLimit, { perSecond: 100, burst: 500 }],
  corsOrigins: ['CORS_ORIGINS', origins, []],
  trustProxy: ['TRUST_PROXY', proxies, 0],
  logLevel: ['LOG_LEVEL', logLevel, 'info'],
  metricsToken: ['METRICS_TOKEN', ownToken(1), null],
  databaseMaxConnections: ['DATABASE_MAX_CONNECTIONS', wholeNumber(1, 1000), 10],
  databasePreparedStatements: ['DATABASE_PREPARED_STATEMENTS', onOrOff, true],
  durableWrites: ['DURABLE_WRITES', onOrOff, true],
  shutdownTimeoutSeconds: ['SHUTDOWN_TIMEOUT', wholeNumber(0, 3600), 10],
  statementTimeoutSeconds: ['STATEMENT_TIMEOUT', wholeNumber(1, 86_400), 30],
};
