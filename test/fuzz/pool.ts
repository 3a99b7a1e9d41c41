import { resources } from '../../src/resources/index.ts';
import { requestName } from '../../src/resources/resource.ts';
import { make } from '../support/data/make.ts';
import { newObject } from '../support/requests/new-object.ts';
import type { Client } from '../support/service/client.ts';
import type { Random } from './random.ts';

/** Ids that requests may name, by the kind of the objects. */
export interface Pool {
  /** Returns an id for a key of a body or a parameter; mostly of a live record. `undefined` if the key takes none. */
  readonly idFor: (key: string, random: Random) => string | undefined;
  readonly idOf: (plural: string, random: Random) => string;
}

/** Of each kind, mine. */
const count = 4;

const special = ['api_tokens', 'calendar_feeds', 'imports', 'oauth_clients', 'webhook_messages', 'webhooks'];

const plurals = [...resources.filter(({ embeddedOnly }) => !embeddedOnly).map(({ plural }) => plural), ...special];

/** The kinds of objects, by the keys that name them. */
const kinds = new Map(
  resources.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      'to' in field ? [[requestName(name, field), field.to] as const] : [],
    ),
  ),
);

/** Makes objects of every kind: live ones, a deleted one, and one of another account. */
export async function makePool(mine: Client, theirs: Client, before?: Pool): Promise<Pool> {
  const ids = new Map<string, readonly string[]>();
  for (const plural of plurals) ids.set(plural, await idsOf(plural, mine, theirs).catch(() => []));
  const idOf = (plural: string, random: Random): string => {
    const known = ids.get(plural) ?? [];
    if (random.isIn(3)) return random.pick(oddIds);
    // An account that is full makes no more: earlier ones stand in.
    return known.length > 0 ? random.pick(known) : (before?.idOf(plural, random) ?? '1');
  };
  return {
    idOf,
    idFor: (key, random) => {
      const plural = kinds.get(key);
      return plural === undefined ? undefined : idOf(plural, random);
    },
  };
}

async function idsOf(plural: string, mine: Client, theirs: Client): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) made.push((await newObject(mine, plural)).id);
  const foreign = await newObject(theirs, plural);
  if (resources.every((resource) => resource.plural !== plural)) return [...made, foreign.id];
  const deleted = await make(mine, plural);
  await mine.delete(`/${plural}/${deleted.id}`);
  return [...made, ...made, deleted.id, foreign.id];
}

const oddIds = ['0', '-1', '01', '1e3', '9223372036854775807', '9223372036854775808', '9'.repeat(90), 'me', 'x', '١'];
