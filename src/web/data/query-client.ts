import { QueryClient } from '@tanstack/react-query';
import { Refused } from '../../client/problem.ts';

/** The answers that screens have read. The event stream tells of changes, so they stay fresh for a while. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The client has tried a failed connection again already.
      retry: (failures, error) => failures < 1 && !(error instanceof Refused),
    },
  },
});
