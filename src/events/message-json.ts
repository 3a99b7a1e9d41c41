import type { KeptMessage } from '../store/log/messages.ts';

/** A message as sent, with exactly five keys. @param apiUrl the public base URL with the version prefix. */
export function toldMessage({ id, event_type, event_id, resource, at, ...of }: KeptMessage, apiUrl: string) {
  const about = of.record_id ?? of.webhook_public_id;
  return { id, event_type, event_id, payload: { id: about, url: `${apiUrl}/${resource}/${about}` }, timestamp: at };
}

/** The same as JSON text. */
export const messageJson = (message: KeptMessage, apiUrl: string): string =>
  JSON.stringify(toldMessage(message, apiUrl));
