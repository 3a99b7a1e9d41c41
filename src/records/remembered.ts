import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/engine.ts';
import { appending, type Part, type Sql } from '../store/write.ts';
import type { Answer, Call, Idempotency } from './call.ts';
import { isSealed, sealed, unsealed } from './sealed.ts';

/** How long an answer is kept under its idempotency key. */
const keptFor = 24 * 60 * 60 * 1000;

type Remembered = Readonly<Record<string, unknown>>;

const append = appending('idempotency_keys', {
  token_id: 'bigint',
  key: 'text',
  fingerprint: 'text',
  status: 'integer',
  headers: 'jsonb',
  body: 'text',
  created_at: 'timestamptz',
});

/** Whether a remembered answer is past its day. */
export const isExpired = (remembered: Remembered, at: Date): boolean =>
  at.getTime() - Date.parse(String(remembered['created_at'])) >= keptFor;

/**
 * The answer given when the key was first used.
 * @throws {Refusal} `idempotency_key_reused` when it was used for another request.
 */
export function replay(remembered: Remembered, { fingerprint, sealingKey }: Idempotency): Answer {
  if (remembered['fingerprint'] !== fingerprint) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  const body = remembered['body'] as string | null;
  return {
    status: Number(remembered['status']),
    ...(body === null ? {} : { body: isSealed(body) ? unsealed(body, sealingKey()) : body }),
    headers: { ...(remembered['headers'] as Record<string, string>), 'Idempotent-Replayed': 'true' },
  };
}

/** What of the kept answers is that of a request's key. */
export const rememberedOf = ({ actor, idempotency }: Call, remembered: readonly Remembered[]): Remembered | undefined =>
  idempotency && remembered.find((one) => String(one['token_id']) === actor.tokenId && one['key'] === idempotency.key);

/** What is kept under the request's key, if it has one and anything is; what is past its day makes room. */
export async function recall(engine: Queryable, call: Call): Promise<Answer | null> {
  if (!call.idempotency) return null;
  const { key } = call.idempotency;
  const [remembered] = await engine.query(
    `select fingerprint, status, headers, body, created_at from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3`,
    [call.actor.accountId, call.actor.tokenId, key],
  );
  if (!remembered) return null;
  if (!isExpired(remembered, call.at)) return replay(remembered, call.idempotency);
  await forget(engine, call);
  return null;
}

/** Forgets a key whose day is over, so that it can be used anew; what a twin has put in its place meanwhile stays. */
export const forget = (transaction: Queryable, call: Call): Promise<unknown> =>
  transaction.query(
    `delete from idempotency_keys
    where account_id = $1::bigint and token_id = $2::bigint and key = $3 and created_at <= $4::timestamptz`,
    [
      call.actor.accountId,
      call.actor.tokenId,
      call.idempotency?.key ?? '',
      new Date(call.at.getTime() - keptFor).toISOString(),
    ],
  );

/** Each change with a key clears away a few whose day is over, so that they do not pile up. */
const clearPart = (at: Date): Part => ({
  rows: [{ until: new Date(at.getTime() - keptFor).toISOString() }],
  sql: clearSql,
});

const clearSql: Sql = (rows) => `delete from idempotency_keys where ctid = any(array(
    select o.ctid from idempotency_keys o
    where o.account_id = $1::bigint and o.created_at > '-infinity'
      and o.created_at <= (select max(r.until) from jsonb_to_recordset(${rows}::jsonb) as r(until timestamptz))
    limit 20 * jsonb_array_length(${rows}::jsonb) for update skip locked
  ))`;

/** Keeps the answer in the transaction of the change. */
export function rememberPart(call: Call, answer: Answer): Part[] {
  if (!call.idempotency) return [];
  const row = {
    token_id: call.actor.tokenId,
    key: call.idempotency.key,
    fingerprint: call.idempotency.fingerprint,
    status: answer.status,
    headers: answer.headers ?? {},
    body: keptBody(answer, call.idempotency),
    created_at: call.at.toISOString(),
  };
  return [append([row]), clearPart(call.at)];
}

function keptBody({ body, secret }: Answer, { sealingKey }: Idempotency): string | null {
  if (body === undefined) return null;
  return secret ? sealed(body, sealingKey()) : body;
}
