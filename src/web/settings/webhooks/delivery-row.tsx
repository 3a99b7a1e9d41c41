import { Link } from '@tanstack/react-router';
import { testEventType } from '../../../resources/events.ts';
import type { DeliveryAttempt } from '../../../resources/delivery-attempts.ts';
import { api } from '../../data/api.ts';
import { Button } from '../../parts/button/button.tsx';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { hasPage } from '../../record/has-page.ts';
import { toast } from '../../toasts/toasts.ts';
import { useFormats } from '../../data/formats.ts';
import { State } from '../managed/state.tsx';
import { type Delivery, hasFailed, isReceived } from './deliveries-query.ts';
import type { Webhook } from '../../../resources/managed/webhooks.ts';
import style from './webhooks.module.css';

interface Props {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly onReplayed: () => void;
}

/** A message: what it reports, how it went, and each attempt with the receiver's answer. */
export function DeliveryRow({ webhook, delivery, onReplayed }: Props) {
  const { moment } = useFormats();
  const { message, attempts } = delivery;
  const { id, event_type: type, timestamp } = message;
  return (
    <li className={style.message}>
      <div className={style.messageHead}>
        <Outcome delivery={delivery} isOn={webhook.enabled} />
        <code className={style.type}>{type}</code>
        <RecordOf delivery={delivery} />
        <time dateTime={timestamp} className={style.quiet}>
          {moment(timestamp)}
        </time>
        {webhook.enabled && (
          <Button
            look="bare"
            className={style.replay}
            aria-label={`Replay ${type} of ${moment(timestamp)}`}
            onClick={() => void replay(id, webhook, onReplayed)}
          >
            Replay
          </Button>
        )}
      </div>
      {attempts.length > 0 && (
        <details open={hasFailed(delivery)}>
          <summary className={style.summary}>
            {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
          </summary>
          <ol className={style.attempts}>
            {attempts.map((attempt) => (
              <li key={attempt.id}>
                <p>
                  <time dateTime={attempt.attempted_at} className={style.quiet}>
                    {moment(attempt.attempted_at)}
                  </time>{' '}
                  {attemptInWords(attempt)}
                </p>
                {attempt.response && (
                  <pre className={style.response} tabIndex={0} aria-label="The receiver's answer">
                    {attempt.response}
                  </pre>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function Outcome({ delivery: { attempts }, isOn }: { readonly delivery: Delivery; readonly isOn: boolean }) {
  const [last] = attempts;
  if (last === undefined) return <State look="quiet">{isOn ? 'Not sent yet' : 'Not sent'}</State>;
  return isReceived(last) ? <State look="good">Received</State> : <State look="over">Failed</State>;
}

/** The record that a message reports, with a link if it has a page. */
function RecordOf({ delivery: { message } }: { readonly delivery: Delivery }) {
  const { event_type: type, payload } = message;
  if (type === testEventType) return null;
  const plural = payload.url.split('/').at(-2) ?? '';
  if (!hasPage(plural)) return <span className={style.quiet}>no. {payload.id}</span>;
  return (
    <Link to={`/${plural}/${payload.id}` as never} className={`link standing ${style.link}`}>
      no. {payload.id}
    </Link>
  );
}

/** Sends a message again to every webhook that takes it. */
async function replay(id: string, webhook: Webhook, onReplayed: () => void): Promise<void> {
  try {
    const { body } = await api.send('POST /webhook_messages/{id}/replay', { path: { id } });
    toast(sentTo(webhook, body.webhook_ids));
    onReplayed();
  } catch (error) {
    toast(`The message was not sent again. ${reasonOf(error)}`, { isFault: true });
  }
}

function sentTo({ id }: Webhook, ids: readonly string[]): string {
  if (!ids.includes(id)) return 'This webhook does not take such messages now.';
  if (ids.length === 1) return 'The message is sent again.';
  return `The message is sent again, to all ${ids.length} webhooks that take it.`;
}

/** The errors in words, with the thing to check, as in docs/webhooks.md. */
const errors: Readonly<Record<string, string>> = {
  timeout: 'No complete answer within 15 seconds. Check whether the program answers before it works.',
  unsafe_address: 'The service does not send to this address: it is not on the public internet.',
  unknown_host: 'The name of the host does not resolve. Check its spelling and DNS.',
  connection_refused: 'Nothing listens on the port. Check whether the program runs.',
  unreachable: 'There is no route to the host. Check the network and the firewall.',
  connection_lost: 'The connection closed before the answer was complete.',
  tls_failed: 'The TLS handshake failed. Check the certificate.',
  invalid_answer: 'The answer was not HTTP. Check the port.',
  failed: 'The service itself failed. Check its machine.',
};

/** `Answered 500 in 6 ms.` */
function attemptInWords({ status, duration_ms: ms, error }: DeliveryAttempt): string {
  const answered = status === null ? '' : `Answered ${status} in ${ms} ms.`;
  return [answered, error === null ? '' : (errors[error] ?? error)].filter(Boolean).join(' ');
}
