import type { ChangeContext, StoreContext } from '../../records/request-context.ts';
import type { Outcome, StoredAnswer } from '../../records/outcome.ts';
import type { Answer, RequestKey } from '../contract/answer.ts';
import { isSealed, sealed, unsealed } from './sealed.ts';

/** A request for a change. */
interface ChangeRequest {
  readonly context: StoreContext;
  readonly idempotency?: RequestKey | undefined;
}

/**
 * Carries out a change and returns the response. The codec writes the response to send and the one that the transaction
 * stores under the idempotency key. If the key was used before, the stored response is returned.
 */
export async function answerChange<Value>(
  { context, idempotency }: ChangeRequest,
  codec: (value: Value) => Answer,
  change: (context: ChangeContext<Value>) => Promise<Outcome<Value>>,
): Promise<Answer> {
  const write = oncePerValue(codec);
  const outcome = await change(idempotency ? { ...context, idempotency: storing(idempotency, write) } : context);
  return outcome.kind === 'done' ? write(outcome.value) : replayed(outcome.answer, idempotency);
}

/** Caches the response of the last value. A retried transaction creates a new value and so a new response. */
function oncePerValue<Value>(codec: (value: Value) => Answer): (value: Value) => Answer {
  let last: { readonly value: Value; readonly answer: Answer } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, answer: codec(value) };
    return last.answer;
  };
}

const storing = <Value>({ key, fingerprint, sealingKey }: RequestKey, write: (value: Value) => Answer) => ({
  key,
  fingerprint,
  encode: (value: Value): StoredAnswer => {
    const { status, headers = {}, body = null, secret } = write(value);
    return { status, headers, body: secret && body !== null ? sealed(body, sealingKey()) : body };
  },
});

function replayed({ status, headers, body }: StoredAnswer, idempotency: RequestKey | undefined): Answer {
  const plain = idempotency && body !== null && isSealed(body) ? unsealed(body, idempotency.sealingKey()) : body;
  return {
    status,
    ...(plain === null ? {} : { body: plain }),
    headers: { ...headers, 'Idempotent-Replayed': 'true' },
  };
}
