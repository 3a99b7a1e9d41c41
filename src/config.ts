import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { isTimeZone } from './resources/formats.ts';
import {
  baseUrl,
  emailAddress,
  folder,
  hostName,
  type Kind,
  logLevel,
  type logLevels,
  onOrOff,
  origins,
  ownToken,
  password,
  postgresUrl,
  proxies,
  rateLimit,
  text,
  timeZone,
  wholeNumber,
} from './variable-kinds.ts';

/** Everything an operator can set, read once at the start. */
export interface Config {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** How many processes serve on the one port; the embedded engine has one. */
  readonly workers: number;
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
  /** Messages and attempts to deliver them are forgotten after so many days. */
  readonly webhookRetentionDays: number;
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

/** What the command line says instead of the environment, by the name of the setting and of the option. */
export type Options = Readonly<Partial<Record<'workers', string>>>;

/**
 * An empty variable counts as not set.
 * @throws {ConfigurationMistakes} with every mistake, not the first.
 */
export function readConfig(environment: Environment, options: Options = {}): Config {
  const set = Object.keys(environment).filter((name) => environment[name]);
  const mistakes = set.flatMap(unknownVariable);
  const values = Object.entries(settings).map(([key, [name, kind, fallback]]) => {
    const option = key === 'workers' ? options[key] : undefined;
    const given = option ?? environment[name] ?? '';
    if (given === '' && option === undefined) return [key, fallback];
    const value: unknown = kind.parse(given);
    if (value === undefined) mistakes.push(mistake(option === undefined ? name : `--${key}`, kind, given));
    return [key, value];
  });
  const config = Object.freeze(Object.fromEntries(values) as Config);
  mistakes.push(...tooManyWorkers(config, options));
  if (mistakes.length > 0) throw new ConfigurationMistakes(mistakes);
  return config;
}

/** Every variable that is read. */
export const variableNames = (): string[] => Object.values(settings).map(([name]) => name);

/** The address under which a client on the same machine reaches the service. */
export function listeningUrl(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
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

/** What cannot be used has left `undefined` behind. */
function tooManyWorkers({ workers, databaseUrl }: Partial<Config>, options: Options): string[] {
  if (workers === undefined || workers === 1 || databaseUrl !== null) return [];
  const name = options.workers === undefined ? 'WORKERS' : '--workers';
  return [`${name}: more than 1 needs a Postgres server (DATABASE_URL): the embedded database lives in one process`];
}

function machineTimeZone(): string {
  const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
  // A machine without a zone calls it something that no calendar knows.
  return isTimeZone(name) ? name : 'UTC';
}

const settings: { readonly [Key in keyof Config]: Setting<Config[Key]> } = {
  port: ['PORT', wholeNumber(0, 65_535), 3000],
  host: ['HOST', hostName, '127.0.0.1'],
  workers: ['WORKERS', wholeNumber(1, 64), 1],
  databaseUrl: ['DATABASE_URL', postgresUrl, null],
  dataDirectory: ['DATA_DIR', folder, resolve('plumbline-data')],
  publicUrl: ['PUBLIC_URL', baseUrl, null],
  bootstrapToken: ['PLUMBLINE_BOOTSTRAP_TOKEN', ownToken(32), null],
  adminEmail: ['PLUMBLINE_ADMIN_EMAIL', emailAddress, 'admin@localhost'],
  adminPassword: ['PLUMBLINE_ADMIN_PASSWORD', password, null],
  accountName: ['ACCOUNT_NAME', text(255), 'My Company'],
  accountTimeZone: ['ACCOUNT_TIME_ZONE', timeZone, machineTimeZone()],
  webhooksAllowPrivate: ['WEBHOOKS_ALLOW_PRIVATE', onOrOff, false],
  webhookRetentionDays: ['WEBHOOK_RETENTION_DAYS', wholeNumber(1, 3650), 90],
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
