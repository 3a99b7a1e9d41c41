import { setTimeout as wait } from 'node:timers/promises';
import { JobRunner } from '../../jobs/job-runner.ts';
import { createLog } from '../../log.ts';
import { createValidator } from '../../schema/validator.ts';
import { hasDueJob } from '../../store/jobs/jobs.ts';
import { forgetKind, forgetStep } from '../../transfer/imports/forget-file.ts';
import { importStep } from '../../transfer/imports/import-job.ts';
import { importKind } from '../../transfer/imports/start-import.ts';
import type { LocalAccount } from './local-service.ts';

/** How often the runner looks for a job, in milliseconds. Each step wakes the next one. */
const everyMs = 500;

/** How often the end looks whether files are deleted, in milliseconds. */
const askEveryMs = 20;

/** Runs the jobs of imports in this process, because no service may be running. Its end waits until files are deleted. */
export function runImportJobs({ store, clock, accountId }: LocalAccount): AsyncDisposable {
  const { engine } = store;
  const runner = new JobRunner({
    engine,
    clock,
    log: createLog('warn'),
    everyMs,
    steps: { [importKind]: importStep({ store, validator: createValidator() }), [forgetKind]: forgetStep },
    progressed: () => undefined,
  });
  const isForgetting = (): Promise<boolean> => hasDueJob(engine, accountId, [forgetKind], clock.now());
  return {
    [Symbol.asyncDispose]: async () => {
      try {
        while (await isForgetting()) await wait(askEveryMs);
      } finally {
        await runner[Symbol.asyncDispose]();
      }
    },
  };
}
