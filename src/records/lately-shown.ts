import type { Resource, Row } from '../resources/resource.ts';
import type { Directory } from '../store/directory.ts';
import type { Engine } from '../store/engine.ts';
import { keptWith } from '../store/kept-with.ts';
import { readRows } from '../store/packed-rows.ts';
import { selectEveryByIdText } from '../store/select.ts';
import type { Store } from '../store/store.ts';
import { TextRing } from '../store/text-ring.ts';
import type { Call } from './call.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { endOfShown, showing } from './shown.ts';

/** Which record a row of a list is, and as which of its versions it would be shown: `marksText` reads them. */
export interface Marked {
  readonly id: string;
  readonly mark: string;
}

/** How a record was shown: as which of its versions, and from when until when it reads so, in ms since 1970. */
interface Shown {
  readonly mark: string;
  readonly from: number;
  readonly until: number;
}

/** In bytes: 40 MB hold some 16,000 projects. */
const mostKept = 40 * 2 ** 20;
const longestKept = 16_384;

const latelyShown = keptWith<Engine, TextRing<Shown>>(() => new TextRing(mostKept, longestKept));

let directories = 0;
/** A record is shown otherwise by another directory: each has a number. */
const numberOf = keptWith<Directory, { readonly number: number }>(() => ({ number: (directories += 1) }));

/**
 * Shows records whole, in the order of their marks. Those that were lately shown are not read again; one that is gone
 * since its mark was read is left out.
 */
export async function showMarked(
  store: Store,
  call: Call,
  resource: Resource,
  marks: readonly Marked[],
): Promise<string[]> {
  const known = marks.map(keptFor(store.engine, resource, call));
  const unknown = marks.filter((_, index) => known[index] === undefined);
  if (unknown.length === 0) return known as string[];
  const ids = unknown.map(({ id }) => id);
  const rows = await readRows<Row>(store.engine, selectEveryByIdText(resource), [call.actor.accountId, ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return await withFreshDirectory(store, call, async (fresh) => {
    const showNow = keeping(store.engine, resource, fresh);
    return marks.flatMap((marked, index) => known[index] ?? showNow(marked, found.get(marked.id)));
  });
}

/** The key under which a record's text is kept: each directory shows it in its own way. */
const keyOf = (resource: Resource, { directory }: Call, id: string): string =>
  `${numberOf(directory).number} ${resource.plural} ${id}`;

function keptFor(engine: Engine, resource: Resource, call: Call): (marked: Marked) => string | undefined {
  const kept = latelyShown(engine);
  const now = call.at.getTime();
  return ({ id, mark }) =>
    kept.get(keyOf(resource, call, id), (shown) => shown.mark === mark && shown.from <= now && now < shown.until);
}

/** Writes a record that was read, and keeps the text under the mark that led to it: the row may be newer, never older. */
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
