import type { Command } from 'commander';
import { PrimaryLink } from '../../cluster/primary-link.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import { failureText } from '../failure.ts';
import { keepHeapSmall } from '../heap.ts';
import type { Terminal } from '../terminal.ts';

/** `worker`: one of the processes that `serve --workers` starts. Operators do not run it. */
export function addWorkerCommand(program: Command, terminal: Terminal): void {
  program.command('worker', { hidden: true }).action(() => work(terminal));
}

async function work(terminal: Terminal): Promise<void> {
  if (process.send === undefined)
    throw new Refusal('not_found', 'Only "plumbline serve --workers" can start a worker.');
  keepHeapSmall();
  leaveSignalsToPrimary();
  await using primary = new PrimaryLink();
  try {
    await serveUntilStopped(terminal, primary);
  } catch (error) {
    const reason = failureText(error);
    if (reason === undefined) throw error;
    await primary.failed(reason);
  }
}

/**
 * Ignores signals, because Ctrl-C reaches every process of a terminal. The primary handles first and second signals.
 */
function leaveSignalsToPrimary(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
}

async function serveUntilStopped({ environment, clock }: Terminal, primary: PrimaryLink): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config.logLevel).child({ pid: process.pid });
  const { startWorker } = await import('../../service.ts');
  const service = await startWorker({ config, clock, log, peers: primary });
  await primary.listening(service.url);
  const handsOver = await primary.stopOrdered;
  await (handsOver ? service.retire() : service.stop());
}
