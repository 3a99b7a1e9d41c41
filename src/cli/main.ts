#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { systemClock } from '../clock.ts';
import { runCommand } from './commands/run-command.ts';

// Every file that the program creates may hold data of a firm: only its user can read it.
process.umask(0o077);

// A reader such as `head` can close the pipe before the command ends. The command then goes on without that output.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  input: () => text(process.stdin),
  write: (written) => void process.stdout.write(written),
  complain: (written) => void process.stderr.write(written),
  isScreen: process.stderr.isTTY,
});
