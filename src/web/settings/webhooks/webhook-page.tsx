import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { webhooks } from '../../../resources/managed/webhooks.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { Cells } from '../managed/managed-list.tsx';
import { PageHead } from '../page-head.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookState } from './webhook-state.tsx';
import style from './webhooks.module.css';
import { api } from '../../data/api.ts';

/** A webhook: where it sends what, its state, and every attempt to deliver a message. */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  if (error) {
    return (
      <>
        <PageHead title="Webhook" />
        <Failure error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!webhook) return null;
  return (
    <>
      <p>
        <Link to={'/settings/webhooks' as never} className={`link standing ${style.link}`}>
          All webhooks
        </Link>
      </p>
      <PageHead title={webhook.url}>
        <WebhookState webhook={webhook} />
      </PageHead>
      <div className={style.facts}>
        <Cells
          kind={webhooks}
          columns={['description', 'filter_types', 'include', 'rate_limit']}
          empty={{ filter_types: 'Every type', include: 'Nothing', rate_limit: 'No limit' }}
          row={webhook}
        />
        <WebhookActions webhook={webhook} />
      </div>
      <Deliveries webhook={webhook} />
    </>
  );
}

const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async ({ signal }) => (await api.send('GET /webhooks/{id}', { path: { id }, signal })).body.webhook,
  });
