import { expect, test } from 'vitest';
import { sharedService } from '../../support/service/service.ts';

/** Runs for some seconds without a wait. */
const long = 'select count(*)::integer as counted from generate_series(1, 2000) a, generate_series(1, 2000) b';

test('/health and requests refused without the database get a response while a long statement runs', async () => {
  await using service = await sharedService();
  const ended: string[] = [];
  const statement = service.engine.query(long).then(() => ended.push('statement'));
  const health = fetch(`${service.url}/health`).then(({ status }) => ended.push(`health ${status}`));
  const refused = fetch(`${service.url}/no-such-path`).then(({ status }) => ended.push(`refused ${status}`));
  await Promise.all([statement, health, refused]);
  expect(ended.at(-1)).toBe('statement');
  expect(ended.toSorted()).toStrictEqual(['health 200', 'refused 404', 'statement']);
});
