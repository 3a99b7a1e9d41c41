import { join, resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { isTimeZone } from './resources/vocabulary/formats.ts';
import {
  baseUrl,
  bucketUrl,
  type ByteLimits,
  commandLine,
  emailAddress,
  folder,
  hostName,
  type ValueKind,
  type LogLevel,
  logLevel,
  mebibyte,
  mebibytes,
  onOrOff,
  origins,
  ownToken,
  password,
  postgresUrl,
  proxies,
  type RateLimit,
  rateLimit,
  text,
  timeZone,
  wholeNumber,
} from './variable-kinds.ts';

/** All settings of the operator, read once at startup. */
export interface Config {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** The number of processes that share the port. The embedded engine has one. */
  readonly workers: number;
  /** The URL of a Postgres server; `null` runs the embedded engine. */
  readonly databaseUrl: string | null;
  /** An absolute path. */
  readonly dataDirectory: string;
  /** Has no trailing slash. `null` means the address that the service listens on, see `listeningUrl`; in a response to a request at a wildcard address, the address of the request. */
  readonly publicUrl: string | null;
  readonly bootstrapToken: string | null;
  readonly adminEmail: string;
  /** `null`: the service generates a password and prints it once. */
  readonly adminPassword: string | null;
  readonly accountName: string;
  /** IANA name. */
  readonly accountTimeZone: string;
  readonly webhooksAllowPrivate: boolean;
  /** The number of days after which the service deletes messages and their delivery attempts. */
  readonly webhookRetentionDays: number;
  /** `null`: no limit. */
  readonly rateLimit: RateLimit | null;
  /** The limit for all tokens of an account together; `undefined`: five times `rateLimit`. */
  readonly accountRateLimit: RateLimit | null | undefined;
  /** The limits of response bytes that clients have not received yet: per process, and per account. */
  readonly answersInFlight: ByteLimits;
  /** The limits of request body bytes being received or processed: per process, and per account. */
  readonly bodiesInFlight: ByteLimits;
  /** The limit of a file to import, in bytes. */
  readonly importMaxBytes: number;
  /** The limit of the contents of a file, in bytes. */
  readonly fileMaxBytes: number;
  /** The limit of the contents of all files of an account, in bytes; 0: no limit. */
  readonly filesQuotaBytes: number;
  /** The number of days in the trash after which the contents of files are erased; 0: never. */
  readonly fileTrashDays: number;
  /** The bucket of the contents, `https://host/bucket/prefix`; `null`: the folder `files` of the data folder. */
  readonly filesS3Url: string | null;
  readonly filesS3KeyId: string | null;
  readonly filesS3Secret: string | null;
  readonly filesS3Region: string;
  /** The program that scans each upload, with its arguments; `null`: none. */
  readonly fileScanCommand: readonly string[] | null;
  readonly corsOrigins: readonly string[];
  /** The addresses and networks of proxies, or the number of proxies in front; 0 trusts none. */
  readonly trustProxy: readonly string[] | number;
  readonly logLevel: LogLevel;
  readonly metricsToken: string | null;
  /** Whether anyone can read the metrics if no token is set. */
  readonly metricsPublic: boolean;
  readonly databaseMaxConnections: number;
  readonly databasePreparedStatements: boolean;
  /** False on a sharded Postgres: Citus distributes a statement only when it knows the account. */
  readonly databaseGenericPlans: boolean;
  /** False trades durability for speed on the embedded engine. */
  readonly durableWrites: boolean;
  /** The limit of entries in one list of an account, deleted entries included. */
  readonly listMaxEntries: number;
  /** The size limit of an account's users, lists and custom fields together, deleted ones included. */
  readonly directoryMaxBytes: number;
  readonly shutdownTimeoutSeconds: number;
  readonly statementTimeoutSeconds: number;
  /** The folder of the backups, an absolute path; `null`: `backups` in the data folder. */
  readonly backupFolder: string | null;
  /** After how many hours the service makes the next backup; `null`: it makes none. */
  readonly backupEveryHours: number | null;
  /** The number of backups that the service keeps. */
  readonly backupKeep: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An error for an invalid environment; `mistakes` holds one line for each mistake. */
export class ConfigurationMistakes extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
    super(`The configuration has ${count}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
    this.name = 'ConfigurationMistakes';
    this.mistakes = mistakes;
  }
}

/** The command line options that override the environment, keyed by setting and option name. */
export type Options = Readonly<Partial<Record<'workers', string>>>;

/**
 * Reads the configuration. An empty variable counts as not set.
 * @throws {ConfigurationMistakes} with every mistake, not only the first.
 */
export function readConfig(environment: Environment, options: Options = {}): Config {
  const mistakes: string[] = [];
  const values = Object.entries(settings).map(([key, [name, kind, fallback]]) => {
    const option = key === 'workers' ? options[key] : undefined;
    const given = option ?? environment[name] ?? '';
    if (given === '' && option === undefined) return [key, fallback];
    const value: unknown = kind.parse(given);
    if (value === undefined) mistakes.push(mistake(option === undefined ? name : `--${key}`, kind, given));
    return [key, value];
  });
  const config = Object.freeze(Object.fromEntries(values) as Config);
  mistakes.push(...tooManyWorkers(config, options), ...missingKeys(config));
  if (mistakes.length > 0) throw new ConfigurationMistakes(mistakes);
  return config;
}

/** The folder of the backups. */
export const backupFolderOf = ({
  backupFolder,
  dataDirectory,
}: Pick<Config, 'backupFolder' | 'dataDirectory'>): string => backupFolder ?? join(dataDirectory, 'backups');

/** The names of all variables that the service reads. */
export const variableNames = (): string[] => Object.values(settings).map(([name]) => name);

/** Each variable that the service reads, with its meaning in one line. */
export const variables = (): (readonly [name: string, meaning: string])[] =>
  Object.values(settings).map(([name, , , meaning]) => [name, meaning]);

/** The variable, its kind of value, its default, and its meaning for the help. */
type Setting<Value> = readonly [name: string, kind: ValueKind<Value>, fallback: Value, meaning: string];

function mistake(name: string, kind: ValueKind<unknown>, given: string): string {
  return `${name}: expected ${kind.expected}${kind.secret ? '' : `, not ${JSON.stringify(given)}`}`;
}

/**
 * Returns a warning for each variable that is probably misspelt. Only the prefix shows that it was meant for this
 * program, and the programs of the guides have variables with the prefix too.
 */
export function unknownVariables(environment: Environment): string[] {
  const known = variableNames();
  // Up to a third of the letters can differ, as in the names of fields.
  const isNear = (name: string, candidate: string): boolean => 3 * distance(name, candidate) <= name.length;
  const far = (name: string, candidate: string): number =>
    Math.min(
      ...[name, name.replace(prefix, '')].map((one) => (isNear(one, candidate) ? distance(one, candidate) : Infinity)),
    );
  return Object.keys(environment)
    .filter((name) => environment[name] && name.startsWith(prefix))
    .filter((name) => !known.includes(name) && !clientVariables.includes(name))
    .map((name) => {
      const [nearest] = known
        .filter((one) => far(name, one) < Infinity)
        .toSorted((one, other) => far(name, one) - far(name, other));
      const hint = nearest === undefined ? '.' : `; did you mean ${nearest}?`;
      return `${name} is not a variable of Plumbline and has no effect${hint}`;
    });
}

const prefix = 'PLUMBLINE_';

/** The variables of the programs in the documents. The command line reads the first two. */
const clientVariables: readonly string[] = ['PLUMBLINE_URL', 'PLUMBLINE_TOKEN', 'PLUMBLINE_WEBHOOK_SECRET'];

/** An invalid variable has left its setting `undefined`. */
function tooManyWorkers({ workers, databaseUrl }: Partial<Config>, options: Options): string[] {
  if (workers === undefined || workers === 1 || databaseUrl !== null) return [];
  const name = options.workers === undefined ? 'WORKERS' : '--workers';
  return [`${name}: more than 1 needs a Postgres server (DATABASE_URL): the embedded database runs in one process`];
}

/** An invalid variable has left its setting `undefined`. */
function missingKeys({ filesS3Url, filesS3KeyId, filesS3Secret }: Partial<Config>): string[] {
  if (typeof filesS3Url !== 'string' || (filesS3KeyId !== null && filesS3Secret !== null)) return [];
  return ['FILES_S3_URL: needs FILES_S3_KEY_ID and FILES_S3_SECRET, the key of the bucket'];
}

function machineTimeZone(): string {
  const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
  // A machine without a time zone can report a name that is not an IANA zone.
  return isTimeZone(name) ? name : 'UTC';
}

const settings: { readonly [Key in keyof Config]: Setting<Config[Key]> } = {
  port: ['PORT', wholeNumber(0, 65_535), 3000, 'port to listen on; 0: any free one (3000)'],
  host: ['HOST', hostName, '127.0.0.1', 'address to listen on; 0.0.0.0: all of this machine (127.0.0.1)'],
  workers: ['WORKERS', wholeNumber(1, 64), 1, 'number of processes, on a Postgres server (1)'],
  databaseUrl: ['DATABASE_URL', postgresUrl, null, 'a Postgres server instead of the embedded one: postgres://…'],
  dataDirectory: [
    'DATA_DIR',
    folder,
    resolve('plumbline-data'),
    'folder of the embedded database, files, backups (./plumbline-data)',
  ],
  publicUrl: ['PUBLIC_URL', baseUrl, null, 'address that people use: https://crm.example.com'],
  bootstrapToken: ['PLUMBLINE_BOOTSTRAP_TOKEN', ownToken(32), null, 'first start: the first API token (generated)'],
  adminEmail: [
    'PLUMBLINE_ADMIN_EMAIL',
    emailAddress,
    'admin@localhost',
    'first start: e-mail address of the admin (admin@localhost)',
  ],
  adminPassword: ['PLUMBLINE_ADMIN_PASSWORD', password, null, "first start: the admin's password (generated)"],
  accountName: ['ACCOUNT_NAME', text(255), 'My Company', 'first start: name of the firm (My Company)'],
  accountTimeZone: [
    'ACCOUNT_TIME_ZONE',
    timeZone,
    machineTimeZone(),
    "first start: IANA time zone of the firm (the machine's)",
  ],
  webhooksAllowPrivate: [
    'WEBHOOKS_ALLOW_PRIVATE',
    onOrOff,
    false,
    '1: webhooks may reach this machine and its network (0)',
  ],
  webhookRetentionDays: ['WEBHOOK_RETENTION_DAYS', wholeNumber(1, 3650), 90, 'days until messages are deleted (90)'],
  rateLimit: [
    'RATE_LIMIT',
    rateLimit,
    { perSecond: 100, burst: 500 },
    'requests a second/burst of a token; 0: no limit (100/500)',
  ],
  accountRateLimit: ['ACCOUNT_RATE_LIMIT', rateLimit, undefined, 'the same for all tokens of an account (500/2500)'],
  answersInFlight: [
    'ANSWERS_IN_FLIGHT',
    mebibytes(16),
    { all: 256 * mebibyte, each: 40 * mebibyte },
    'MiB of unread responses: all/one account (256/40)',
  ],
  bodiesInFlight: [
    'BODIES_IN_FLIGHT',
    mebibytes(16),
    { all: 256 * mebibyte, each: 32 * mebibyte },
    'MiB of request bodies: all/one account (256/32)',
  ],
  importMaxBytes: [
    'IMPORT_MAX_BYTES',
    wholeNumber(1, 2 ** 40),
    2 ** 30,
    'largest file to import, in bytes (1073741824)',
  ],
  fileMaxBytes: [
    'FILE_MAX_BYTES',
    wholeNumber(1, 5 * 2 ** 30),
    250 * mebibyte,
    'largest file to attach, in bytes (262144000)',
  ],
  filesQuotaBytes: [
    'FILES_QUOTA_BYTES',
    wholeNumber(0, 2 ** 50),
    50 * 2 ** 30,
    'most bytes of the files of an account; 0: no limit (53687091200)',
  ],
  fileTrashDays: [
    'FILE_TRASH_DAYS',
    wholeNumber(0, 36_500),
    90,
    'days until the contents of deleted files are erased; 0: never (90)',
  ],
  filesS3Url: ['FILES_S3_URL', bucketUrl, null, 'bucket of the files: https://host/bucket/prefix (files in DATA_DIR)'],
  filesS3KeyId: ['FILES_S3_KEY_ID', ownToken(1), null, 'id of the key of the bucket (none)'],
  filesS3Secret: ['FILES_S3_SECRET', ownToken(1), null, 'secret of the key of the bucket (none)'],
  filesS3Region: ['FILES_S3_REGION', ownToken(1), 'us-east-1', 'region of the bucket (us-east-1)'],
  fileScanCommand: [
    'FILE_SCAN_COMMAND',
    commandLine,
    null,
    'program that scans uploads: clamdscan --fdpass --no-summary (none)',
  ],
  corsOrigins: ['CORS_ORIGINS', origins, [], 'origins of pages that may call the API, by commas (none)'],
  trustProxy: ['TRUST_PROXY', proxies, 0, 'proxies to trust: addresses, networks or a number (none)'],
  logLevel: ['LOG_LEVEL', logLevel, 'info', 'trace, debug, info, warn, error, fatal or silent (info)'],
  metricsToken: ['METRICS_TOKEN', ownToken(1), null, 'bearer token for /metrics (none: only this machine)'],
  metricsPublic: ['METRICS_PUBLIC', onOrOff, false, '1: anyone may read /metrics (0)'],
  databaseMaxConnections: [
    'DATABASE_MAX_CONNECTIONS',
    wholeNumber(1, 1000),
    10,
    'connections to the Postgres server, each worker (10)',
  ],
  databasePreparedStatements: [
    'DATABASE_PREPARED_STATEMENTS',
    onOrOff,
    true,
    '0: behind a pooler without prepared statements (1)',
  ],
  databaseGenericPlans: ['DATABASE_GENERIC_PLANS', onOrOff, true, '0: on a sharded Postgres (1)'],
  durableWrites: ['DURABLE_WRITES', onOrOff, true, '0: never wait for the disk; only for trials (1)'],
  listMaxEntries: [
    'LIST_MAX_ENTRIES',
    wholeNumber(100, 100_000),
    5000,
    'most entries of one list of an account (5000)',
  ],
  directoryMaxBytes: [
    'DIRECTORY_MAX_BYTES',
    wholeNumber(2 ** 20, 2 ** 28),
    2 ** 23,
    'most bytes of all lists of an account (8388608)',
  ],
  shutdownTimeoutSeconds: [
    'SHUTDOWN_TIMEOUT',
    wholeNumber(0, 3600),
    10,
    'seconds that requests have to finish at the end (10)',
  ],
  statementTimeoutSeconds: [
    'STATEMENT_TIMEOUT',
    wholeNumber(1, 86_400),
    30,
    'seconds until the server cancels a statement (30)',
  ],
  backupFolder: ['BACKUP_FOLDER', folder, null, 'folder of the backups (backups in DATA_DIR)'],
  backupEveryHours: [
    'BACKUP_EVERY',
    wholeNumber(1, 8760),
    null,
    'hours from one backup to the next (none: no backups)',
  ],
  backupKeep: ['BACKUP_KEEP', wholeNumber(1, 10_000), 7, 'number of backups to keep (7)'],
};
