import type { Environment } from '../config.ts';

/** The options by which the next command finds the same account. */
interface Way {
  readonly account?: string;
  readonly url?: string;
  readonly token?: string;
}

/**
 * A command that people can copy: it begins as this one did (`npx plumbline` in a checkout), and finds the same account.
 * A token is never printed.
 */
export const printedCommand = ({ npm_command: npm }: Environment, command: string, way: Way): string =>
  [
    npm === 'exec' ? 'npx plumbline' : 'plumbline',
    command,
    ...(way.account === undefined ? [] : [`--account ${way.account}`]),
    ...(way.url === undefined ? [] : [`--url ${way.url}`]),
    ...(way.token === undefined ? [] : ['--token <your token>']),
  ].join(' ');
