import { afterAll, beforeAll, expect, it } from 'vitest';
import { csv, done, drafted } from '../../support/data/importing.ts';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService({}, { pace: { everyMs: 25 } })));
afterAll(() => service.stop());

/** Names that every object of JavaScript has. */
const names = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];

it('columns and cells may have the names of members of objects', async () => {
  // A row like the header would be skipped.
  const rows = names.slice(1).map((_, index) => names.map((__, at) => names[(index + at + 1) % names.length] ?? ''));
  const text = csv(['Name', ...names], ...rows.map((row) => ['Town hall', ...row]));
  const fields = ['bid_due_date', 'bid_due_at', 'amount', 'project_stage', 'work_scope'];
  const columns = ['Name', ...names].map((from, index) => ({ from: [from], to: ['name', ...fields][index] }));
  const references = { project_stage: { by: 'name', missing: 'empty' } };
  const one = await drafted(service.first, 'projects', text, { columns, references });
  expect(one.columns.map(({ name }: Json) => name)).toEqual(['Name', ...names]);
  const { counts } = await done(service.first, one.id, 'run');
  expect(counts).toMatchObject({ created: rows.length, rejected: 0, kept_without: rows.length });
});
