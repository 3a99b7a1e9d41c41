import type { Queryable } from '../../database/engine.ts';
import { resourceOf } from '../../resources/index.ts';
import { rowSizeText } from '../rows/stored-size.ts';

/** A project with a bid that is due on a day, and the bytes of its texts and documents. */
export interface DayBid {
  readonly id: string;
  readonly row_size: number;
}

const batchSize = 200;

/** The next projects by id, live or deleted, whose bid is due on a day without a time. */
export const dayBidsAfter = (transaction: Queryable, accountId: string, last: string): Promise<DayBid[]> =>
  transaction.query<DayBid>(
    `select t.id, ${rowSizeText(resourceOf('projects'))} from projects t
    where t.account_id = $1::bigint and t.id > $2::bigint and not t.bid_due_at_includes_time
    order by t.id limit ${batchSize}`,
    [accountId, last],
  );
