import { expect, it, onTestFinished } from 'vitest';
import { faultsIn } from '../../support/data/soundness.ts';
import { runsOf } from '../../support/endurance.ts';
import { startTestService } from '../../support/service/service.ts';
import { compareWithPast } from './support/compare-with-past.ts';
import { RandomWrites } from './support/random-writes.ts';

it('the past shows what was shown, after thousands of random writes', { timeout: 1_800_000 }, async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const writes = new RandomWrites(service);
  await compareWithPast(service, writes, { instants: runsOf(40, 1000), writesBetween: runsOf(30, 10) });
  expect(await faultsIn(service.engine, service.clock.now())).toEqual([]);
});
