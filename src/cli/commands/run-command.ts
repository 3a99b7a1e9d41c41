import { inspect } from 'node:util';
import { Command, CommanderError, type Option } from 'commander';
import { unknownVariables } from '../../config.ts';
import { withoutControlsInLines } from '../../control-characters.ts';
import { version } from '../../version.ts';
import { addAccountCommands } from './account.ts';
import { addArchiveCommands } from './archive.ts';
import { addBackupCommand } from './backup.ts';
import { addCheckCommand } from './check.ts';
import { addDemoCommand } from './demo.ts';
import { addDistributeCommand } from './distribute.ts';
import { addFilesCommand } from './files.ts';
import { addImportCommand } from './import.ts';
import { addMigrateCommand } from './migrate.ts';
import { addOauthClientCommands } from './oauth-client.ts';
import { addRestoreCommand } from './restore.ts';
import { addServeCommand } from './serve.ts';
import { addTokenCommands } from './token.ts';
import { addUserCommands } from './user.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWorkerCommand } from './worker.ts';
import { CheckNotDone, FindingsTold } from '../check-outcome.ts';
import { failureText } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Runs a command line.
 * @param args without the program's own name.
 * @returns the exit status of the process: 2 for a mistake in the usage and for a check that could not run, 1 for every
 * other failure.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already written its own messages, including help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof FindingsTold) return 1;
    const cause = error instanceof CheckNotDone ? error.cause : error;
    const text = failureText(cause);
    terminal.complain(`${withoutControlsInLines(text === undefined ? inspect(cause) : `error: ${text}`)}\n`);
    return error instanceof CheckNotDone ? 2 : 1;
  }
}

/** The service writes these warnings to its log. */
function warnOfVariables({ environment, complain }: Terminal, command: Command): void {
  if (['serve', 'worker'].includes(command.name())) return;
  for (const warning of unknownVariables(environment)) complain(`warning: ${withoutControlsInLines(warning)}\n`);
}

function program(terminal: Terminal): Command {
  const plumbline = new Command('plumbline')
    .description('The pre-construction sales pipeline for general contractors.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.complain })
    .hook('preAction', (_, command) => warnOfVariables(terminal, command))
    .addHelpText(
      'after',
      '\nEvery command reads its configuration from the environment: see "plumbline serve --help".',
    );
  addServeCommand(plumbline, terminal);
  addWorkerCommand(plumbline, terminal);
  addMigrateCommand(plumbline, terminal);
  addAccountCommands(plumbline, terminal);
  addUserCommands(plumbline, terminal);
  addTokenCommands(plumbline, terminal);
  addOauthClientCommands(plumbline, terminal);
  addWebhookCommands(plumbline, terminal);
  addDemoCommand(plumbline, terminal);
  addImportCommand(plumbline, terminal);
  addArchiveCommands(plumbline, terminal);
  addBackupCommand(plumbline, terminal);
  addRestoreCommand(plumbline, terminal);
  addFilesCommand(plumbline, terminal);
  addCheckCommand(plumbline, terminal);
  addDistributeCommand(plumbline, terminal);
  nameAllMissing(plumbline);
  return plumbline;
}

/** Commander names only the first required option that is missing. */
function nameAllMissing(command: Command): void {
  const missingMandatoryOptionValue = (): never => {
    const isMissing = (option: Option): boolean =>
      option.mandatory && command.getOptionValue(option.attributeName()) === undefined;
    const missing = command.options.filter(isMissing).map(({ flags }) => `'${flags}'`);
    const what = missing.length === 1 ? 'required option' : 'required options';
    return command.error(`error: ${what} ${missing.join(', ')} not specified`);
  };
  Object.assign(command, { missingMandatoryOptionValue });
  for (const one of command.commands) nameAllMissing(one);
}
