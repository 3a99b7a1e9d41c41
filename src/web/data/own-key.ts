import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

/** The name of something that this browser keeps for the signed-in person: several people may use one browser. */
export function ownKey(kind: string, name: string, session = queryClient.getQueryData(sessionQuery.queryKey)): string {
  return `plumbline-${kind}:${session?.account.id ?? ''}/${session?.user.id ?? ''}:${name}`;
}
