import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertJob } from '../../../src/store/jobs/jobs.ts';
import { refoldKind } from '../../../src/store/jobs/upgrade-jobs.ts';
import { csv, done, imported, upload } from '../../support/data/importing.ts';
import { eventually, startDelivering } from '../../support/delivery/delivering.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDelivering();
});
afterAll(() => service.stop());

/** Gives the companies of a firm the names that an earlier version has folded, and stores the job of the migration. */
const foldAsBefore = ({ engine, clock, accounts }: TestService): Promise<unknown> =>
  engine.transaction(async (transaction) => {
    const accountId = accounts.first;
    await transaction.query(`update companies set name_folded = 'łodz straße gmbh' where account_id = $1::bigint`, [
      accountId,
    ]);
    await insertJob(transaction, { accountId, kind: refoldKind, subjectId: null, input: {} }, clock.now());
  });

it('an import finds records whose names an earlier version of the service has folded', async () => {
  const client = service.first;
  const text = csv(['Company', 'Phone'], ['Łódź Straße GmbH', '1']);
  await imported(client, 'companies', text);
  const { id } = await upload(client, 'companies', text);
  await foldAsBefore(service);
  expect(await done(client, id, 'run')).toMatchObject({ counts: { created: 0, unchanged: 1 } });
});

it('the service folds the names anew by itself', async () => {
  await service.first.post('/companies', { company: { name: 'Łódź Straße GmbH' } });
  await foldAsBefore(service);
  await eventually(async () => {
    expect(await service.engine.query('select kind from jobs')).toEqual([]);
  });
  const folded = await service.engine.query('select distinct name_folded from companies');
  expect(folded).toEqual([{ name_folded: 'lodz strasse gmbh' }]);
});
