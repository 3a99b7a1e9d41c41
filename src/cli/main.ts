#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { version } from '../version.ts';
import { addAccountCommands } from './commands/account.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addServeCommand } from './commands/serve.ts';
import { addTokenCommands } from './commands/token.ts';
import { addUserCommands } from './commands/user.ts';
import { failureText } from './failure.ts';

const program = new Command('plumbline')
  .description('The pre-construction sales pipeline for general contractors.')
  .version(version)
  .exitOverride()
  .addHelpText('after', '\nThe environment configures every command; docs/configuration.md has the variables.');
addServeCommand(program);
addMigrateCommand(program);
addAccountCommands(program);
addUserCommands(program);
addTokenCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = failed(error);
}

/** Says what went wrong; a mistake in the usage has a status of its own, as in other programs. */
function failed(error: unknown): 0 | 1 | 2 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const text = failureText(error);
  console.error(text === undefined ? error : `error: ${text}`);
  return 1;
}
