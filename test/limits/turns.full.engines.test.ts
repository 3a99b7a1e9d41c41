import { expect, test } from 'vitest';
import { runsOf } from '../support/endurance.ts';
import { tokens } from '../support/service/template.ts';
import { startSubject } from './subject.ts';
import { watching } from './watch.ts';

/** The longest time of a read by id, in milliseconds, that one in a hundred may exceed. */
const longestReadMs = 250;

const rows = runsOf(2000, 10_000);
/** The projects of the sample data. */
const projects = runsOf(100, 3000);

const file = ['external_id,name', ...Array.from({ length: rows }, (_, index) => `T-${index},Job ${index}`), ''].join(
  '\n',
);

const companies = Array.from({ length: rows }, (_, index) => ({ external_id: `T-${index}`, name: `Firm ${index}` }));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a firm reads a record while another one imports, sends a bulk and takes the sample data', {
  timeout: 300_000,
}, async () => {
  let slow = Infinity;
  // A busy machine is slow at another time.
  for (let round = 0; round < 3 && slow >= longestReadMs; round += 1) slow = Math.min(slow, await slowestRead());
  expect(slow).toBeLessThan(longestReadMs);
});

/** The time that one in a hundred reads exceeds. */
async function slowestRead(): Promise<number> {
  await using subject = await startSubject();
  const parsed = async (...request: Parameters<typeof subject.send>) => {
    const { status, text } = await subject.send(...request);
    expect(status, text).toBeLessThan(300);
    return JSON.parse(text);
  };
  /** Waits for the end of background work. */
  const ended = async (path: string, key: string): Promise<void> => {
    for (;;) {
      const { [key]: one } = await parsed('GET', path);
      if (one.status === 'complete') return;
      expect(one.status).toBe('running');
      await pause(100);
    }
  };
  const { company } = await parsed('POST', '/companies', { company: { name: 'Read' } }, tokens.second);
  const work = async (): Promise<void> => {
    await parsed('POST', '/account/demo', { demo: { projects } });
    const { import: uploaded } = await parsed('POST', '/imports?as=projects', Buffer.from(file));
    await parsed('POST', `/imports/${uploaded.id}/run`);
    const bulk = parsed('POST', '/companies/bulk', { companies });
    await Promise.all([ended(`/imports/${uploaded.id}`, 'import'), bulk, ended('/account/demo', 'demo')]);
  };
  const { reads } = await watching(subject, work, `/companies/${company.id}`);
  const slowest = reads.toSorted((one, other) => other - one);
  if (process.env['SHOW_STALLS']) console.log(reads.length, 'reads, the slowest', slowest.slice(0, 20));
  return slowest[Math.floor(reads.length / 100)] ?? Infinity;
}
