import { readFileSync } from 'node:fs';

const described = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** Of the package. */
export const { version } = described;

/** Before the path of every operation of the API: it names the version of that. */
export const apiPrefix = '/api/2023-01';
