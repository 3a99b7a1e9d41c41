import { resources } from '../../resources/index.ts';
import { hasExternalIds } from '../../resources/resource.ts';

/** The external id of the record of a message, which stands as `t`. `$1` is the account. */
export const externalIdText = (t: string): string => {
  const cases = resources.filter(hasExternalIds).map(
    ({ plural }) => `when '${plural}' then (
      select r.external_id from ${plural} r where r.account_id = $1::bigint and r.id = ${t}.record_id)`,
  );
  return `case ${t}.resource ${cases.join(' ')} end as external_id`;
};
