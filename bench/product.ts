import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Start } from './processes.ts';

/** The token of the benchmark's accounts, which live for one run. */
export const token = 'plumbline-bench-token-0123456789abcdef';

/** The token of a firm, by the number of its account. */
export const tokenOf = (account = 1): string => (account === 1 ? token : `${token}-${account}`);

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The installed product with its defaults, except for the rate limit. */
export const startOfProduct = (environment: Readonly<Record<string, string>>, workers = 1): Start => ({
  name: 'Plumbline',
  arguments: [fromRoot('dist/cli/main.js'), 'serve', '--json', ...(workers > 1 ? ['--workers', String(workers)] : [])],
  environment: {
    PORT: '0',
    RATE_LIMIT: '0',
    PLUMBLINE_BOOTSTRAP_TOKEN: token,
    // The floor counts days in UTC.
    ACCOUNT_TIME_ZONE: 'UTC',
    ...environment,
  },
  log: join(tmpdir(), 'plumbline-bench-product.log'),
});

export const startOfFloor = (environment: Readonly<Record<string, string>>): Start => ({
  name: 'floor',
  arguments: [fileURLToPath(new URL('floor.js', import.meta.url))],
  environment,
  log: join(tmpdir(), 'plumbline-bench-floor.log'),
});
