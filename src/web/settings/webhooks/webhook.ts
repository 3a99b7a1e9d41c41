import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import type { Managed } from '../managed/managed-query.ts';

/** A webhook as the API shows it. */
export interface Webhook extends Managed {
  readonly url: string;
  readonly created_at: string;
  readonly filter_types: readonly string[];
  readonly enabled: boolean;
  readonly disabled_at: string | null;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
}

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async ({ signal }) =>
      (await api.send<{ webhook: Webhook }>({ path: `/webhooks/${id}`, signal })).body.webhook,
  });
