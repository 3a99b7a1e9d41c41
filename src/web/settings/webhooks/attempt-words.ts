import type { Attempt } from '../../../resources/delivery-attempts.ts';

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
export function attemptInWords({ status, duration_ms: ms, error }: Attempt): string {
  const answered = status === null ? '' : `Answered ${status} in ${ms} ms.`;
  return [answered, error === null ? '' : (errors[error] ?? error)].filter(Boolean).join(' ');
}
