import { readFileSync } from 'node:fs';

const described = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** The version of the package. */
export const { version } = described;

/** The path prefix of every API operation. It names the API version. */
export const apiPrefix = '/api/2023-01';
