import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { awaitedQuery, deliveriesQuery, hasFailed } from './deliveries-query.ts';
import { DeliveryRow } from './delivery-row.tsx';
import type { Webhook } from '../../../resources/managed/webhooks.ts';
import style from './webhooks.module.css';

/** The messages of a webhook with the attempts to deliver them, the latest first; all, or only those that failed. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [isFailed, setFailed] = useState(false);
  const [replayed, setReplayed] = useState<ReadonlyMap<string, number>>(new Map());
  const query = deliveriesQuery(webhook, isFailed ? 'failed' : 'all');
  const list = useInfiniteQuery(query);
  const pages = list.data?.pages ?? [];
  const all = pages.flatMap(({ deliveries }) => deliveries);
  useQuery(awaitedQuery(webhook, query, { shown: all, replayed }));
  const shown = isFailed ? all.filter(hasFailed) : all;
  const read = pages.reduce((sum, page) => sum + page.read, 0);
  return (
    <section aria-label="Messages">
      <div className={style.messagesHead}>
        <h2>Messages</h2>
        <label className={style.only}>
          <input type="checkbox" checked={isFailed} onChange={({ target }) => setFailed(target.checked)} />
          Only failed
        </label>
        <Button look="bare" onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <p role="status" className={style.quiet}>
        {list.data && summaryOf(shown.length, isFailed ? read : null)}
      </p>
      <ul>
        {shown.map((delivery) => (
          <DeliveryRow
            key={delivery.message.id}
            webhook={webhook}
            delivery={delivery}
            onReplayed={() => setReplayed((before) => new Map([...before, [delivery.message.id, Date.now()]]))}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {isFailed ? 'Look further back' : 'Show older ones'}
        </Button>
      )}
    </section>
  );
}

/** @param read the number of messages among which failed ones were looked for; null if all are shown. */
function summaryOf(shown: number, read: number | null): string {
  if (read !== null) return `${shown} failed among the latest ${read} messages.`;
  return shown === 0 ? 'No messages yet.' : '';
}
