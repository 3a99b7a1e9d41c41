import type { Log } from '../../log.ts';
import { type FailedSignIn, storeFailedSignIn } from '../../records/access/failed-sign-ins.ts';
import type { RequestContext } from '../../records/request-context.ts';
import type { Store } from '../../store/store.ts';

interface Failing extends Pick<RequestContext, 'at' | 'requestId'> {
  readonly store: Store;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Leaves a trace of a failed sign-in, in the log and for the admins of its users. The answer does not wait for it. */
export function traceFailedSignIn({ store, log, at, requestId }: Failing, failure: FailedSignIn): void {
  const { address } = failure;
  storeFailedSignIn(store, failure, at).then(
    (email_digest) => log.info({ email_digest, address, request_id: requestId }, 'a sign-in failed'),
    (err: unknown) => log.warn({ err, address, request_id: requestId }, 'a failed sign-in is not stored'),
  );
}
