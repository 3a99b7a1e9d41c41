import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { tokens } from '../service/template.ts';

interface Sent {
  readonly method: string;
  readonly address: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Sends a request without the changes that `fetch` makes to its address. Closes an event stream when it begins. */
export const send = (url: string, { method, address, body, headers }: Sent): Promise<Answered> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(url);
    const sent = ask(
      {
        ...{ hostname, port, method: method.toUpperCase(), path: address },
        headers: {
          authorization: `Bearer ${tokens.first}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => {
        const [status, contentType] = [answer.statusCode ?? 0, answer.headers['content-type'] ?? ''];
        if (contentType.startsWith('text/event-stream')) answer.destroy();
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += String(part)));
        answer.on('close', () => done({ status, contentType, text }));
      },
    );
    sent.on('error', fail).end(body);
  });

/** Sends header bytes that no client library allows. */
export const sendHeader = (url: string, { method, address, headers = {} }: Sent): Promise<Answered> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname);
    const lines = [`${method.toUpperCase()} ${address} HTTP/1.1`, 'host: localhost', 'connection: close'];
    lines.push(
      `authorization: Bearer ${tokens.first}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'content-length: 0',
      '',
      '',
    );
    let text = '';
    const answered = () => {
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const contentType = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
      done({ status: Number(head.split(' ')[1]), contentType, text: rest.join('\r\n\r\n') });
    };
    socket.setEncoding('utf8').on('error', fail).on('close', answered);
    socket.on('data', (part) => {
      text += String(part);
      if (/^content-type: text\/event-stream/im.test(text)) socket.destroy();
    });
    socket.write(Buffer.from(lines.join('\r\n'), 'latin1'));
  });

/** Returns a complaint if the service failed, or refused the request without a problem document of the same status. */
export function complaints(
  what: string,
  { status, contentType, text }: Answered,
  refusals?: readonly number[],
): string[] {
  const short = `${what.slice(0, 200)} answered ${status} ${text.slice(0, 300)}`;
  if (status >= 200 && status < 400) return [];
  const isProblem = contentType === 'application/problem+json' && JSON.parse(text).status === status;
  return status < 500 && isProblem && (refusals?.includes(status) ?? true) ? [] : [short];
}

/** Sends all requests, eight at a time, and collects their complaints. */
export async function complaintsOf(asks: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const left = [...asks];
  const found: string[] = [];
  const worker = async () => {
    for (let one = left.pop(); one; one = left.pop()) found.push(...(await one()));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return found;
}
