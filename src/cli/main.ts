#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { systemClock } from '../clock.ts';
import { runCommand } from './commands/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  clock: systemClock,
  input: () => text(process.stdin),
  write: (written) => void process.stdout.write(written),
  complain: (written) => void process.stderr.write(written),
  isScreen: process.stderr.isTTY,
});
