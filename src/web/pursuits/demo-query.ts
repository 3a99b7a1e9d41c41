import { queryOptions } from '@tanstack/react-query';
import { api } from '../data/api.ts';

const askAgainMs = 1000;

/** How far the sample data of the firm is, or its removal. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async () => (await api.send('GET /account/demo')).body.demo,
  refetchInterval: ({ state }) => (underWay.has(state.data?.status) ? askAgainMs : false),
});

const underWay: ReadonlySet<string | undefined> = new Set(['running', 'removing']);
