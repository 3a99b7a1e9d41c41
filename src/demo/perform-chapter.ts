import type { Values } from '../domain/rule.ts';
import { adminContext } from '../records/access/accounts.ts';
import { changeTogetherWithin } from '../records/changing/change-together.ts';
import { changeWithin } from '../records/changing/change.ts';
import type { ChangedRecord, Item } from '../records/changing/change-set.ts';
import { convertLeadWithin } from '../records/operations/lead-conversion.ts';
import type { RequestContext } from '../records/request-context.ts';
import { resourceOf } from '../resources/index.ts';
import { readDirectory } from '../store/rows/directories.ts';
import type { Directory } from '../store/rows/directory.ts';
import type { Queryable } from '../database/engine.ts';
import { type Deed, type Name, pluralOf } from './deed.ts';
import { entriesMissing, type Ids } from './named-entries.ts';
import { roundsOf, type Round } from './rounds.ts';

/**
 * Performs the deeds of a chapter, each at its own time. Rules, messages and history apply as on every other path.
 * @param known the ids of the records that earlier chapters made.
 * @returns the ids of the records that this chapter made.
 */
export async function performChapter(
  transaction: Queryable,
  context: RequestContext,
  chapter: readonly Deed[],
  known: Ids,
): Promise<Ids> {
  const made = new Map<Name, string>();
  const performance = new Performance(transaction, context, (name) => made.get(name) ?? known.get(name));
  for (const round of roundsOf(chapter)) {
    const records = await performance.perform(round);
    for (const [index, { name }] of round.entries()) made.set(name, records[index]?.id ?? '');
  }
  return made;
}

class Performance {
  readonly #transaction: Queryable;
  readonly #context: RequestContext;
  readonly #find: (name: Name) => string | undefined;
  #directory: Directory;

  constructor(transaction: Queryable, context: RequestContext, find: (name: Name) => string | undefined) {
    this.#transaction = transaction;
    this.#context = context;
    this.#directory = context.directory;
    this.#find = find;
  }

  async perform(round: Round): Promise<readonly ChangedRecord[]> {
    const [first] = round;
    if (!first) return [];
    const { action, name } = first;
    if (action === 'convert') return await this.#convert(round);
    const resource = resourceOf(pluralOf(name));
    const items = round.map((deed) => this.#itemOf(deed));
    if (resource.kept === 'table') {
      const changes = round.map((deed, index) => ({ context: this.#contextOf(deed), item: items[index] as Item }));
      return await changeTogetherWithin(this.#transaction, { resource, action }, changes);
    }
    const records = await changeWithin(this.#transaction, this.#contextOf(first), { resource, action, items });
    this.#directory = await readDirectory(this.#transaction, this.#context.actor.accountId);
    return records;
  }

  async #convert(round: Round): Promise<ChangedRecord[]> {
    const made: ChangedRecord[] = [];
    for (const deed of round) {
      const conversion = { leadId: this.#idOf(deed.lead ?? ''), project: this.#itemOf(deed) };
      made.push(await convertLeadWithin(this.#transaction, this.#contextOf(deed), conversion));
    }
    return made;
  }

  #contextOf({ at, by }: Deed): RequestContext {
    const { source, requestId } = this.#context;
    return { ...adminContext(this.#directory, new Date(at), this.#idOf(by)), source, requestId };
  }

  #itemOf(deed: Deed): Item {
    const id = deed.action === 'update' ? this.#idOf(deed.name) : null;
    return { pointer: `/${deed.name}`, id, input: this.#inputOf(deed), problems: [] };
  }

  #inputOf({ values, links }: Deed): Values {
    const ids = Object.entries(links).map(([column, named]): [string, string | string[]] => [
      column,
      typeof named === 'string' ? this.#idOf(named) : named.map((name) => this.#idOf(name)),
    ]);
    return { ...values, ...Object.fromEntries(ids) };
  }

  #idOf(name: Name): string {
    const id = this.#find(name);
    if (id === undefined) throw entriesMissing(this.#directory, [name]);
    return id;
  }
}
