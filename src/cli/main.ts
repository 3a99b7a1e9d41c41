#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { systemClock } from '../clock.ts';
import { runCommand } from './commands/run-command.ts';

// Every file that the program creates may hold data of a firm: only its user can read it.
process.umask(0o077);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  input: () => text(process.stdin),
  write: (written) => void process.stdout.write(written),
  complain: (written) => void process.stderr.write(written),
  isScreen: process.stderr.isTTY,
});
