import type { Row, Resource } from '../../resources/resource.ts';
import { selectEveryByIdText } from '../../store/rows/select-by-id.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Engine } from '../../database/engine.ts';
import { memoByEngine } from '../../database/memo-by-engine.ts';
import { weakMemo } from '../../weak-memo.ts';
import { readRows } from '../../store/cache/packed-rows.ts';
import { TextRing } from '../../store/cache/text-ring.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import type { RecordText } from '../results.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { rendererOf, validityOf } from './renderer.ts';

/** The record of a list row, and the fingerprint of its versions. `fingerprintsSelect` reads both. */
export interface Fingerprinted {
  readonly id: string;
  readonly fingerprint: string;
}

/** The validity of a cached text: the fingerprint of its versions, and its time range in ms since 1970. */
interface Validity {
  readonly fingerprint: string;
  readonly from: number;
  readonly until: number;
}

/** In bytes: 40 MB hold about 16,000 projects. */
const mostBytes = 40 * 2 ** 20;
const longestText = 16_384;

const cachedTexts = memoByEngine<TextRing<Validity>>(() => new TextRing(mostBytes, longestText));

let directories = 0;
/** A number for each directory, because another directory renders a record differently. */
const numberOf = weakMemo<Directory, { readonly number: number }>(() => ({ number: (directories += 1) }));

/**
 * Renders whole records, in the order of their fingerprints. Records in the cache are not read again. A record that has
 * disappeared since its fingerprint was read is omitted.
 */
export async function renderCached(
  context: StoreContext,
  resource: Resource,
  fingerprints: readonly Fingerprinted[],
): Promise<RecordText[]> {
  const known = fingerprints.map(cachedTextOf(context.store.engine, resource, context));
  const unknown = fingerprints.filter((_, index) => known[index] === undefined);
  const found = await readMissing(context.store.engine, context, resource, unknown);
  return await withFreshDirectory(context, async (fresh) => {
    const renderNow = renderAndCache(context.store.engine, resource, fresh);
    return fingerprints.flatMap((wanted, index) => {
      const [json] = known[index] === undefined ? renderNow(wanted, found.get(wanted.id)) : [known[index]];
      if (json === undefined) return [];
      context.room?.take(json);
      return [json];
    });
  });
}

async function readMissing(
  engine: Engine,
  { actor }: RequestContext,
  resource: Resource,
  fingerprints: readonly Fingerprinted[],
) {
  if (fingerprints.length === 0) return new Map<string, Row>();
  const ids = fingerprints.map(({ id }) => id);
  const rows = await readRows<Row>(engine, selectEveryByIdText(resource), [actor.accountId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The cache key of a record's text. It includes the directory, because each directory renders a record differently. */
const keyOf = (resource: Resource, { directory }: RequestContext, id: string): string =>
  `${numberOf(directory).number} ${resource.plural} ${id}`;

function cachedTextOf(
  engine: Engine,
  resource: Resource,
  context: RequestContext,
): (wanted: Fingerprinted) => string | undefined {
  const cache = cachedTexts(engine);
  const now = context.at.getTime();
  return ({ id, fingerprint }) =>
    cache.get(
      keyOf(resource, context, id),
      (validity) => validity.fingerprint === fingerprint && validity.from <= now && now < validity.until,
    );
}

/** Renders a row and caches the text under its fingerprint. The row may be newer than the fingerprint, never older. */
function renderAndCache(
  engine: Engine,
  resource: Resource,
  context: RequestContext,
): (wanted: Fingerprinted, row: Row | undefined) => string[] {
  const cache = cachedTexts(engine);
  const render = rendererOf({ resource }, context.directory, context.at);
  const until = validityOf(resource, context.directory, context.at);
  return ({ id, fingerprint }, row) => {
    if (row === undefined) return [];
    const json = render(row);
    cache.set(keyOf(resource, context, id), json, { fingerprint, from: context.at.getTime(), until: until(row) });
    return [json];
  };
}
