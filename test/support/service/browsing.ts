import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { make } from '../data/make.ts';
import type { Client, Json, Reply } from './client.ts';
import type { TestService } from './service.ts';

type Headings = Readonly<Record<string, string>>;

/** A client like a browser with a page of the service: it keeps cookies and says where its requests come from. */
export class Browsing {
  readonly cookies = new Map<string, string>();
  readonly #client: Client;
  readonly #headers: Headings;

  constructor(service: TestService, headers: Headings = {}) {
    this.#client = service.client(null);
    this.#headers = { 'sec-fetch-site': 'same-origin', ...headers };
  }

  get = (path: string, headers?: Headings): Promise<Reply> => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Headings): Promise<Reply> => this.send('POST', path, body, headers);
  patch = (path: string, body: unknown, headers?: Headings): Promise<Reply> => this.send('PATCH', path, body, headers);
  delete = (path: string, headers?: Headings): Promise<Reply> => this.send('DELETE', path, undefined, headers);

  async send(method: string, path: string, body?: unknown, headers: Headings = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { ...this.#headers, ...(cookie === '' ? {} : { cookie }), ...headers };
    const answer = await this.#client.send(method, path, body, sent);
    for (const set of answer.headers.getSetCookie()) this.#keep(set);
    return answer;
  }

  /** Signs in, and expects that it succeeds. @returns the session of the answer. */
  async signIn(fields: object): Promise<Json> {
    const answer = await this.post('/session', { session: fields });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.session;
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (/; Max-Age=0/.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export const password = 'correct horse';

/** Creates a user of the client's account who can sign in. No other account has a user with this address. */
export const makePerson = (client: Client, fields: object = {}): Promise<Json> =>
  make(client, 'users', { email: `${randomUUID()}@example.com`, password, ...fields });

/** Returns a new browser in which a user has signed in. */
export async function signedIn(service: TestService, { email }: { email: string }): Promise<Browsing> {
  const browser = new Browsing(service);
  await browser.signIn({ email, password });
  return browser;
}
