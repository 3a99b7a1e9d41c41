import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ConfigurationMistakes,
  readConfig,
  unknownVariables,
  variableNames,
  type Environment,
} from '../../src/config.ts';
import { isWildcard, listeningUrl } from '../../src/listening-url.ts';

function mistakesOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationMistakes) return error.mistakes;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('needs no variable', () => {
    const config = readConfig({});
    expect(config).toEqual({
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      databaseUrl: null,
      dataDirectory: resolve('plumbline-data'),
      backupFolder: null,
      backupEveryHours: null,
      backupKeep: 7,
      publicUrl: null,
      bootstrapToken: null,
      adminEmail: 'admin@localhost',
      adminPassword: null,
      accountName: 'My Company',
      accountTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      webhooksAllowPrivate: false,
      webhookRetentionDays: 90,
      rateLimit: { perSecond: 100, burst: 500 },
      accountRateLimit: undefined,
      answersInFlight: { all: 256 * 2 ** 20, each: 40 * 2 ** 20 },
      bodiesInFlight: { all: 256 * 2 ** 20, each: 32 * 2 ** 20 },
      corsOrigins: [],
      trustProxy: 0,
      logLevel: 'info',
      metricsToken: null,
      metricsPublic: false,
      databaseMaxConnections: 10,
      databasePreparedStatements: true,
      databaseGenericPlans: true,
      durableWrites: true,
      importMaxBytes: 2 ** 30,
      fileMaxBytes: 250 * 2 ** 20,
      filesQuotaBytes: 50 * 2 ** 30,
      filesS3Url: null,
      filesS3KeyId: null,
      filesS3Secret: null,
      filesS3Region: 'us-east-1',
      fileTrashDays: 90,
      fileScanCommand: null,
      listMaxEntries: 5000,
      directoryMaxBytes: 8_388_608,
      shutdownTimeoutSeconds: 10,
      statementTimeoutSeconds: 30,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('treats an empty variable as unset', () => {
    const names = [...variableNames(), 'PLUMBLINE_UNKNOWN'];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::', { host: '::' }],
    ['DATABASE_URL', 'postgres://crm@db:5432/crm', { databaseUrl: 'postgres://crm@db:5432/crm' }],
    ['DATA_DIR', '/var/lib/plumbline', { dataDirectory: '/var/lib/plumbline' }],
    ['PUBLIC_URL', 'https://crm.example.com/base/', { publicUrl: 'https://crm.example.com/base' }],
    ['PLUMBLINE_BOOTSTRAP_TOKEN', 't'.repeat(32), { bootstrapToken: 't'.repeat(32) }],
    ['PLUMBLINE_BOOTSTRAP_TOKEN', 't'.repeat(512), { bootstrapToken: 't'.repeat(512) }],
    ['PLUMBLINE_ADMIN_PASSWORD', 'eight888', { adminPassword: 'eight888' }],
    ['PLUMBLINE_ADMIN_PASSWORD', '🏗'.repeat(255), { adminPassword: '🏗'.repeat(255) }],
    ['ACCOUNT_TIME_ZONE', 'America/Chicago', { accountTimeZone: 'America/Chicago' }],
    ['WEBHOOKS_ALLOW_PRIVATE', '1', { webhooksAllowPrivate: true }],
    ['WEBHOOK_RETENTION_DAYS', '1', { webhookRetentionDays: 1 }],
    ['WEBHOOK_RETENTION_DAYS', '3650', { webhookRetentionDays: 3650 }],
    ['RATE_LIMIT', '20/40', { rateLimit: { perSecond: 20, burst: 40 } }],
    ['RATE_LIMIT', '50', { rateLimit: { perSecond: 50, burst: 50 } }],
    ['RATE_LIMIT', '0', { rateLimit: null }],
    ['ACCOUNT_RATE_LIMIT', '400/900', { accountRateLimit: { perSecond: 400, burst: 900 } }],
    ['ACCOUNT_RATE_LIMIT', '0', { accountRateLimit: null }],
    ['ANSWERS_IN_FLIGHT', '512/32', { answersInFlight: { all: 512 * 2 ** 20, each: 32 * 2 ** 20 } }],
    ['BODIES_IN_FLIGHT', '16', { bodiesInFlight: { all: 16 * 2 ** 20, each: 16 * 2 ** 20 } }],
    [
      'CORS_ORIGINS',
      'https://a.example, http://localhost:5173',
      { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
    ],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['DATABASE_PREPARED_STATEMENTS', '0', { databasePreparedStatements: false }],
    ['DATABASE_GENERIC_PLANS', '0', { databaseGenericPlans: false }],
    ['DURABLE_WRITES', '0', { durableWrites: false }],
    ['IMPORT_MAX_BYTES', '1048576', { importMaxBytes: 1_048_576 }],
    ['IMPORT_MAX_BYTES', '1073741824', { importMaxBytes: 2 ** 30 }],
    ['FILE_MAX_BYTES', '5368709120', { fileMaxBytes: 5 * 2 ** 30 }],
    ['FILES_QUOTA_BYTES', '0', { filesQuotaBytes: 0 }],
    ['FILES_QUOTA_BYTES', '107374182400', { filesQuotaBytes: 100 * 2 ** 30 }],
    ['FILE_TRASH_DAYS', '0', { fileTrashDays: 0 }],
    [
      'FILE_SCAN_COMMAND',
      ' clamdscan --fdpass  --no-summary ',
      { fileScanCommand: ['clamdscan', '--fdpass', '--no-summary'] },
    ],
    ['LIST_MAX_ENTRIES', '100', { listMaxEntries: 100 }],
    ['DIRECTORY_MAX_BYTES', '1048576', { directoryMaxBytes: 1_048_576 }],
    ['SHUTDOWN_TIMEOUT', '0', { shutdownTimeoutSeconds: 0 }],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '3000a'],
    ['HOST', 'no host'],
    ['DATABASE_URL', 'mysql://db/crm'],
    ['PUBLIC_URL', 'crm.example.com'],
    ['PUBLIC_URL', 'https://crm.example.com/?x=1'],
    ['PLUMBLINE_BOOTSTRAP_TOKEN', 't'.repeat(31)],
    ['PLUMBLINE_BOOTSTRAP_TOKEN', `${'t'.repeat(32)} with a blank`],
    ['PLUMBLINE_BOOTSTRAP_TOKEN', 't'.repeat(513)],
    ['METRICS_TOKEN', 't'.repeat(513)],
    ['PLUMBLINE_ADMIN_PASSWORD', 'seven77'],
    ['PLUMBLINE_ADMIN_PASSWORD', 'p'.repeat(256)],
    ['PLUMBLINE_ADMIN_EMAIL', 'nobody'],
    ['ACCOUNT_NAME', ' '],
    ['ACCOUNT_NAME', 'n'.repeat(256)],
    ['ACCOUNT_TIME_ZONE', 'Mars/Olympus'],
    ['ACCOUNT_TIME_ZONE', '+01:00'],
    ['WEBHOOKS_ALLOW_PRIVATE', 'yes'],
    ['WEBHOOKS_ALLOW_PRIVATE', 'toString'],
    ['WEBHOOK_RETENTION_DAYS', '0'],
    ['WEBHOOK_RETENTION_DAYS', '3651'],
    ['RATE_LIMIT', '100/0'],
    ['RATE_LIMIT', 'fast'],
    ['ANSWERS_IN_FLIGHT', '256/15'],
    ['ANSWERS_IN_FLIGHT', '16/64'],
    ['BODIES_IN_FLIGHT', '0'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', '*'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', '1.5'],
    ['DATABASE_MAX_CONNECTIONS', '0'],
    ['STATEMENT_TIMEOUT', '-1'],
  ])('refuses %s=%s and names the expected values', (name, value) => {
    const [mistake, ...others] = mistakesOf({ [name]: value });
    expect(mistake).toMatch(new RegExp(`^${name}: expected \\S`));
    expect(others).toEqual([]);
  });

  it('reports every error at once, each on its own line', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(
      new ConfigurationMistakes([
        'PORT: expected a whole number from 0 to 65535, not "x"',
        'LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, not "loud"',
      ]),
    );
    expect(new ConfigurationMistakes(['one', 'two']).message).toBe('The configuration has 2 mistakes:\n  one\n  two');
  });

  it('warns of unknown variables with its prefix, except those of the programs in the documents', () => {
    const environment = {
      PLUMBLINE_ADMIN_EMIAL: 'a@b.example',
      PLUMBLINE_PORT: '1',
      PLUMBLINE_FOO: '1',
      PLUMBLINE_EMPTY: '',
    };
    const guides = { PLUMBLINE_URL: 'http://a', PLUMBLINE_TOKEN: 't', PLUMBLINE_WEBHOOK_SECRET: 's' };
    expect(unknownVariables({ ...environment, ...guides })).toEqual([
      'PLUMBLINE_ADMIN_EMIAL is not a variable of Plumbline and has no effect; did you mean PLUMBLINE_ADMIN_EMAIL?',
      'PLUMBLINE_PORT is not a variable of Plumbline and has no effect; did you mean PORT?',
      'PLUMBLINE_FOO is not a variable of Plumbline and has no effect.',
    ]);
    expect(readConfig({ ...environment, ...guides })).toEqual(readConfig({}));
  });

  it('allows several workers only with a Postgres server', () => {
    const database = { DATABASE_URL: 'postgres://crm@db:5432/crm' };
    expect(readConfig({ ...database, WORKERS: '64' })).toMatchObject({ workers: 64 });
    expect(mistakesOf({ WORKERS: '2', PORT: 'x' })).toEqual([
      'PORT: expected a whole number from 0 to 65535, not "x"',
      'WORKERS: more than 1 needs a Postgres server (DATABASE_URL): the embedded database runs in one process',
    ]);
    expect(mistakesOf({ WORKERS: '2', DATABASE_URL: 'mysql://db/crm' })).toHaveLength(1);
  });

  it('prefers an option to its variable, and names the option in an error', () => {
    const database = { DATABASE_URL: 'postgres://crm@db:5432/crm' };
    expect(readConfig({ ...database, WORKERS: 'many' }, { workers: '3' })).toMatchObject({ workers: 3 });
    expect(() => readConfig(database, { workers: '' })).toThrow('--workers: expected a whole number from 1 to 64');
    expect(() => readConfig({}, { workers: '2' })).toThrow('--workers: more than 1 needs a Postgres server');
  });

  it('needs the key of a bucket with its address', () => {
    const bucket = { FILES_S3_URL: 'https://host/bucket/' };
    const key = { FILES_S3_KEY_ID: 'id', FILES_S3_SECRET: 'secret' };
    expect(readConfig({ ...bucket, ...key }).filesS3Url).toBe('https://host/bucket');
    expect(() => readConfig(bucket)).toThrow('FILES_S3_URL: needs FILES_S3_KEY_ID and FILES_S3_SECRET');
    for (const address of ['https://host', 'https://host/', 's3://bucket', 'https://id:secret@host/bucket'])
      expect(() => readConfig({ FILES_S3_URL: address, ...key })).toThrow('the name of a bucket');
  });

  it('has a row in the documentation for every variable', () => {
    const documented = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const rows = [...documented.matchAll(/^\| `([A-Z\d_]+)`/gm)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual(variableNames().toSorted());
  });

  it('gives a listening address that a browser can open', () => {
    expect(listeningUrl('127.0.0.1', 3000)).toBe('http://127.0.0.1:3000');
    expect(listeningUrl('::1', 3000)).toBe('http://[::1]:3000');
    const address = (text: string, family: 'IPv4' | 'IPv6', internal = false) => {
      const rest = { address: text, internal, netmask: '', mac: '', cidr: null };
      return family === 'IPv4' ? { ...rest, family } : { ...rest, family, scopeid: 0 };
    };
    const lo = [address('127.0.0.1', 'IPv4', true), address('::1', 'IPv6', true)];
    const eth0 = [address('fe80::1', 'IPv6'), address('2001:db8::7', 'IPv6')];
    const eth1 = [address('192.0.2.7', 'IPv4')];
    expect(listeningUrl('0.0.0.0', 3000, { lo, eth0, eth1 })).toBe('http://192.0.2.7:3000');
    expect(listeningUrl('::', 3000, { lo, eth0 })).toBe('http://[2001:db8::7]:3000');
    expect(listeningUrl('0.0.0.0', 3000, { lo })).toBe('http://127.0.0.1:3000');
    expect(listeningUrl('192.0.2.9', 3000, { eth1 })).toBe('http://192.0.2.9:3000');
  });

  it.each(['0', '0x0', '0.0', '0.0.0.0', '::', '0:0::0', '::0.0.0.0', '::ffff:0.0.0.0', '::FFFF:0:0'])(
    'takes %s for all addresses of the machine',
    (host) => {
      expect(readConfig({ HOST: host }).host).toBe(host);
      expect(isWildcard(host)).toBe(true);
      expect(listeningUrl(host, 3000, {})).toBe('http://127.0.0.1:3000');
    },
  );

  it.each(['localhost', '127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.0', 'office-0', '0.example'])(
    'takes %s for one address',
    (host) => {
      expect(isWildcard(host)).toBe(false);
    },
  );
});
