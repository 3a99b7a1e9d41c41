import { newId } from '../../client/new-id.ts';
import { Refused } from '../../client/problem.ts';
import { api, sendRequest } from './api.ts';
import { Conflict } from './conflict.ts';
import { sendOnceConnected } from './connection.ts';
import { type KeptChange, keepChange, takeKeptChanges } from './kept-changes.ts';
import { sharedValue, useShared } from './shared-value.ts';
import { sendRecord } from './records.ts';
import { revert } from './revert.ts';
import type { Fields, RecordTarget } from './target.ts';

/** A change of one record, which the page shows before the service has made it. */
export interface QueuedChange {
  readonly target: RecordTarget;
  /** The fields of the request. */
  readonly fields: Fields;
  /** The values that the page shows meanwhile. */
  readonly shown: Fields;
}

export interface ChangeResult {
  /** The record after the change. */
  readonly record: Fields;
  readonly version: number;
  /** The version that the change replaced, for `revert`. */
  readonly before: number;
}

interface RecordQueue {
  /** The values to show for each action that has not been answered yet. */
  waiting: readonly Fields[];
  /** All of them together. */
  shown: Fields;
  /** Ends when the last action has been answered. */
  tail: Promise<unknown>;
}

/** A change that a page before this one may have sent already. */
interface EarlierAttempt {
  readonly key: string;
  /** Ends with the change that has to be made first. */
  readonly before: Promise<unknown>;
}

/** The end of a change that a page before this one has left. */
interface ResumedChange {
  readonly target: RecordTarget;
  /** Why it was not made; undefined if it was. */
  readonly error?: unknown;
}

/** Versions of a record that follow each other by changes of this tab alone. */
interface OwnVersions {
  readonly from: number;
  readonly to: number;
}

const nothing: Fields = {};

/** Something that is done with a record, in its turn. */
interface Action<Answer> {
  /** The version of the record that the page has read. */
  readonly version: number;
  /** The values that the page shows until the answer. */
  readonly shown?: Fields;
  /**
   * Sends it, again if the connection was lost.
   * @param version the version that the page has read, or the one after this tab's own changes of it.
   * @param key the idempotency key, the same for each attempt.
   */
  readonly send: (version: number, key: string) => Promise<Answer>;
  /** Takes the answer before the shown values go. */
  readonly take?: (answer: Answer) => void;
  /** What a reload of the page must not lose. */
  readonly kept?: KeptChange['work'];
  /** The idempotency key of an earlier attempt. */
  readonly key?: string | undefined;
}

/**
 * Sends the changes of each record one after the other, and keeps the values to show until each is answered. A change
 * that fails only loses its own values: those of later changes and of the service stay.
 */
class ChangeQueue {
  readonly #queues = new Map<string, RecordQueue>();
  readonly #own = new Map<string, OwnVersions>();
  readonly #readers = new Set<(target: RecordTarget) => void>();
  readonly #takers = new Set<(change: QueuedChange, made: ChangeResult) => void>();

  /** The values to show over those of the service; the same object until they change. */
  pending({ plural, id }: Omit<RecordTarget, 'singular'> & Partial<RecordTarget>): Fields {
    return this.#queues.get(`${plural}/${id}`)?.shown ?? nothing;
  }

  /** Called whenever the values to show over a record change. @returns ends it. */
  subscribe(reader: (target: RecordTarget) => void): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** Called with each record that the service has changed, before its shown values go. @returns ends it. */
  onMade(taker: (change: QueuedChange, made: ChangeResult) => void): () => void {
    this.#takers.add(taker);
    return () => this.#takers.delete(taker);
  }

  /**
   * @param version the version of the record that the page has read.
   * @throws {Conflict} if somebody else changed the same fields. @throws {Refused} @throws {Unreachable}
   */
  async change(change: QueuedChange, version: number, earlier?: EarlierAttempt): Promise<ChangeResult> {
    const send = async (current: number, key: string): Promise<ChangeResult> => {
      await earlier?.before;
      return await sendChange(change, current, key);
    };
    const take = (made: ChangeResult): void => this.#tell(change, made);
    const kept = { fields: change.fields };
    return await this.#run(change.target, { version, shown: change.shown, send, take, kept, key: earlier?.key });
  }

  /**
   * Takes a change back once those after it are answered, with all that the service changed along with it.
   * @throws {Refused} if somebody else has changed the same fields since. @throws {Unreachable}
   */
  async revert(
    target: RecordTarget,
    { before, version }: Omit<ChangeResult, 'record'>,
    earlier?: EarlierAttempt,
  ): Promise<ChangeResult> {
    const send = async (current: number, key: string): Promise<ChangeResult> => {
      await earlier?.before;
      return { ...(await revert(target, before, key)), before: current };
    };
    const take = (made: ChangeResult): void => this.#tell({ target, fields: {}, shown: {} }, made);
    return await this.#run(target, { version, send, take, kept: { before }, key: earlier?.key });
  }

  /** Deletes a record once its earlier changes are answered. @throws {Refused} @throws {Unreachable} */
  async delete(target: RecordTarget, version: number, earlier?: EarlierAttempt): Promise<void> {
    const path = `/${target.plural}/${target.id}`;
    const send = async (current: number, key: string) => {
      await earlier?.before;
      return await sendRequest({ method: 'DELETE', path, version: current, key });
    };
    await this.#run(target, { version, send, kept: { deletes: true }, key: earlier?.key });
  }

  /**
   * Makes a project of a lead once its earlier changes are answered.
   * @returns the id of the project. @throws {Refused} @throws {Unreachable}
   */
  async convert(target: RecordTarget, version: number, earlier?: EarlierAttempt): Promise<string> {
    const send = async (current: number, key: string) => {
      await earlier?.before;
      const parts = { path: { id: target.id }, body: {}, version: current, key };
      const { body } = await api.send('POST /leads/{id}/convert', parts);
      // The version of the answer is that of the project.
      return { projectId: body.project.id, version: null };
    };
    const { projectId } = await this.#run(target, { version, send, kept: { converts: true }, key: earlier?.key });
    return projectId;
  }

  /** Sends the changes that a page before this one has left, one after the other. */
  async resume(): Promise<readonly ResumedChange[]> {
    let before: Promise<unknown> = Promise.resolve();
    const sent = takeKeptChanges().map(({ target, version, key, shown, work }) => {
      const earlier = { key, before };
      const make = (): Promise<unknown> => {
        if ('fields' in work) return this.change({ target, fields: work.fields, shown }, version, earlier);
        if ('before' in work) return this.revert(target, { before: work.before, version }, earlier);
        if ('converts' in work) return this.convert(target, version, earlier);
        return this.delete(target, version, earlier);
      };
      const made = make();
      before = made.catch(() => undefined);
      return made.then(
        () => ({ target }),
        (error: unknown) => ({ target, error }),
      );
    });
    return await Promise.all(sent);
  }

  /** Does something with a record once its earlier changes are answered. */
  async #run<Answer extends { readonly version: number | null; readonly before?: number }>(
    target: RecordTarget,
    { version, shown = nothing, send, take, kept, key: attemptKey = newId() }: Action<Answer>,
  ): Promise<Answer> {
    const key = `${target.plural}/${target.id}`;
    const queued = this.#queues.get(key) ?? { waiting: [], shown: nothing, tail: Promise.resolve() };
    this.#queues.set(key, queued);
    // An object of its own, by which it is found again.
    const own = { ...shown };
    const place = kept ? keepChange({ target, version, key: attemptKey, shown, work: kept }) : null;
    const sent = queued.tail.then(async () => {
      const current = this.#afterOwn(key, version);
      if (current !== version) place?.noteVersion(current);
      const answer = await sendOnceConnected(() => send(current, attemptKey), place !== null);
      this.#noteOwn(key, { from: answer.before ?? current, to: answer.version ?? current });
      return answer;
    });
    queued.tail = sent.catch(() => undefined);
    this.#show(target, queued, [...queued.waiting, own]);
    unanswered.set(unanswered.get() + 1);
    try {
      const answer = await sent;
      take?.(answer);
      return answer;
    } finally {
      place?.forget();
      unanswered.set(unanswered.get() - 1);
      const left = queued.waiting.filter((one) => one !== own);
      if (left.length === 0) this.#queues.delete(key);
      this.#show(target, queued, left);
    }
  }

  #tell(change: QueuedChange, made: ChangeResult): void {
    for (const take of this.#takers) take(change, made);
  }

  /** The version that a seen one has become by changes of this tab. Those of others do not count as seen. */
  #afterOwn(key: string, seen: number): number {
    const own = this.#own.get(key);
    return own && own.from <= seen && seen <= own.to ? own.to : seen;
  }

  #noteOwn(key: string, made: OwnVersions): void {
    const own = this.#own.get(key);
    this.#own.set(key, own?.to === made.from ? { from: own.from, to: made.to } : made);
  }

  #show(target: RecordTarget, queued: RecordQueue, waiting: readonly Fields[]): void {
    queued.waiting = waiting;
    queued.shown = Object.assign({}, ...waiting) as Fields;
    for (const reader of this.#readers) reader(target);
  }
}

/** Sends a change. If only other fields have changed since, sends it again with the new version. */
async function sendChange({ target, fields }: QueuedChange, version: number, key: string): Promise<ChangeResult> {
  const request = { method: 'PATCH', body: { [target.singular]: fields } } as const;
  for (let before = version; ; ) {
    try {
      // Another version makes another request.
      const ownKey = before === version ? key : `${key}-${before}`;
      const { record, version: after } = await sendRecord(target, { ...request, version: before, key: ownKey });
      return { record, version: after ?? before, before };
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 412) throw error;
      const current = error.version ?? before;
      const conflict = new Conflict(error, current);
      if (conflict.faults.length > 0 || current <= before) throw conflict;
      before = current;
    }
  }
}

const unanswered = sharedValue(0);

/** The number of changes that the service has not answered yet. */
export const useUnanswered = (): number => useShared(unanswered);

/** The changes of this tab. */
export const changeQueue = new ChangeQueue();
