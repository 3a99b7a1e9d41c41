import type { Resource, Row } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { Engine } from '../../database/engine.ts';
import { keptWith, keptWithEngine } from '../../store/cache/kept-with.ts';
import { readRows } from '../../store/cache/packed-rows.ts';
import { selectEveryByIdText } from '../../store/rows/select.ts';
import { TextRing } from '../../store/cache/text-ring.ts';
import type { Call, RequestContext } from '../call.ts';
import type { RecordText } from '../rendered.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { endOfShown, showing } from './shown.ts';

/** The record of a list row, and the mark of its versions. `marksText` reads both. */
export interface Marked {
  readonly id: string;
  readonly mark: string;
}

/** The validity of a cached text: the mark of its versions, and its time range in ms since 1970. */
interface Shown {
  readonly mark: string;
  readonly from: number;
  readonly until: number;
}

/** In bytes: 40 MB hold about 16,000 projects. */
const mostKept = 40 * 2 ** 20;
const longestKept = 16_384;

const latelyShown = keptWithEngine<TextRing<Shown>>(() => new TextRing(mostKept, longestKept));

let directories = 0;
/** A number for each directory, because another directory shows a record differently. */
const numberOf = keptWith<Directory, { readonly number: number }>(() => ({ number: (directories += 1) }));

/**
 * Shows whole records, in the order of their marks. Records in the cache are not read again. A record that has
 * disappeared since its mark was read is omitted.
 */
export async function showMarked(
  call: RequestContext,
  resource: Resource,
  marks: readonly Marked[],
): Promise<RecordText[]> {
  const known = marks.map(keptFor(call.store.engine, resource, call));
  const unknown = marks.filter((_, index) => known[index] === undefined);
  const found = await readMarked(call.store.engine, call, resource, unknown);
  return await withFreshDirectory(call, async (fresh) => {
    const showNow = keeping(call.store.engine, resource, fresh);
    return marks.flatMap((marked, index) => {
      const [json] = known[index] === undefined ? showNow(marked, found.get(marked.id)) : [known[index]];
      if (json === undefined) return [];
      call.room?.take(json);
      return [json];
    });
  });
}

async function readMarked(engine: Engine, { actor }: Call, resource: Resource, marks: readonly Marked[]) {
  if (marks.length === 0) return new Map<string, Row>();
  const ids = marks.map(({ id }) => id);
  const rows = await readRows<Row>(engine, selectEveryByIdText(resource), [actor.accountId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The cache key of a record's text. It includes the directory, because each directory shows a record differently. */
const keyOf = (resource: Resource, { directory }: Call, id: string): string =>
  `${numberOf(directory).number} ${resource.plural} ${id}`;

function keptFor(engine: Engine, resource: Resource, call: Call): (marked: Marked) => string | undefined {
  const kept = latelyShown(engine);
  const now = call.at.getTime();
  return ({ id, mark }) =>
    kept.get(keyOf(resource, call, id), (shown) => shown.mark === mark && shown.from <= now && now < shown.until);
}

/** Renders a row and caches the text under the mark that led to it. The row may be newer than the mark, never older. */
function keeping(engine: Engine, resource: Resource, call: Call): (marked: Marked, row: Row | undefined) => string[] {
  const kept = latelyShown(engine);
  const show = showing({ resource }, call.directory, call.at);
  const until = endOfShown(resource, call.directory, call.at);
  return ({ id, mark }, row) => {
    if (row === undefined) return [];
    const json = show(row);
    kept.set(keyOf(resource, call, id), json, { mark, from: call.at.getTime(), until: until(row) });
    return [json];
  };
}
