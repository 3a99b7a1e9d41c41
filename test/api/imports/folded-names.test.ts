import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertJob } from '../../../src/store/jobs/jobs.ts';
import { refoldKind } from '../../../src/store/jobs/refold-jobs.ts';
import { csv, done, imported, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDelivering();
});
afterAll(() => service.stop());

it('an import finds records whose names an earlier version of the service has folded', async () => {
  const { first: client, engine, clock, accounts } = service;
  const text = csv(['Company', 'Phone'], ['Łódź Straße GmbH', '1']);
  await imported(client, 'companies', text);
  const { id } = await upload(client, 'companies', text);
  await engine.transaction(async (transaction) => {
    await transaction.query(`update companies set name_folded = 'łodz straße gmbh' where account_id = $1::bigint`, [
      accounts.first,
    ]);
    const job = { accountId: accounts.first, kind: refoldKind, subjectId: null, input: {} };
    await insertJob(transaction, job, clock.now());
  });
  expect(await done(client, id, 'run')).toMatchObject({ counts: { created: 0, unchanged: 1 } });
});
