import { randomUUID } from 'node:crypto';
import type { Acknowledged } from './soundness.ts';

interface Asked {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test knows the type of each response
  readonly body: any;
}

/** The way to send requests of one token. */
export type Ask = (method: string, path: string, body?: object, key?: string) => Promise<Asked>;

/** Returns the way to send requests to a service. */
export const asking =
  (url: string, token: string): Ask =>
  async (method, path, body, key) => {
    const response = await fetch(`${url}/api/2023-01${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

/** A change that the service has been asked for. */
interface Wanted extends Omit<Acknowledged, 'id' | 'version'> {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** Sends changes with an idempotency key each until the service is gone, and keeps what became of them. */
export class KeyedLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** The names of new records, each of which is to be there once. */
  readonly names: string[] = [];
  /** The changes without an answer: the service may have made them. */
  #doubtful: Wanted[] = [];

  /** Asks again for the changes without an answer, under their keys. */
  async settle(ask: Ask): Promise<void> {
    const doubtful = this.#doubtful;
    this.#doubtful = [];
    for (const wanted of doubtful) await this.#send(ask, wanted);
  }

  /** Makes companies and projects, changes and moves them. Resolves when the service is gone. */
  async run(ask: Ask, stages: readonly string[]): Promise<void> {
    for (let number = 0; ; number += 1) {
      const name = `Job ${randomUUID()}`;
      // The service refuses every third company.
      const category = number % 3 === 2 ? 'none' : 'client';
      const company = await this.#create(ask, 'company', 'companies', { name, category });
      if (company === 'gone') return;
      const project = await this.#create(ask, 'project', 'projects', { name: `P ${name}`, company_id: company });
      if (project === 'gone' || project === null) return;
      const changes = { project_stage_id: stages[number % stages.length], amount: number };
      if ((await this.#update(ask, 'project', `/projects/${project}`, changes)) === 'gone') return;
    }
  }

  async #create(ask: Ask, singular: string, plural: string, fields: object): Promise<string | null> {
    const wanted = { action: 'create', method: 'POST', path: `/${plural}`, singular, plural } as const;
    return await this.#send(ask, { ...wanted, body: { [singular]: fields }, key: randomUUID() });
  }

  async #update(ask: Ask, singular: string, path: string, fields: object): Promise<string | null> {
    const plural = path.split('/')[1] ?? '';
    const wanted = { action: 'update', method: 'PATCH', path, singular, plural } as const;
    return await this.#send(ask, { ...wanted, body: { [singular]: fields }, key: randomUUID() });
  }

  /** Returns the id of the record; null if the service refuses, as it should refuse some. */
  async #send(ask: Ask, wanted: Wanted): Promise<string | null> {
    const { method, path, body, key, plural, singular, action } = wanted;
    const answer = await ask(method, path, body, key).catch(() => null);
    if (answer === null || answer.status >= 500) {
      this.#doubtful.push(wanted);
      return answer === null ? 'gone' : null;
    }
    if (answer.status >= 400) return null;
    const record = answer.body[singular];
    const version = action === 'create' ? 1 : 2;
    this.acknowledged.push({ plural, singular, action, id: record.id, version });
    if (action === 'create') this.names.push(record.name);
    return record.id;
  }
}
