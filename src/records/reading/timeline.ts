import { queryRefusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { EmbeddedRecord, EmbeddedUser } from '../../resources/record-types.ts';
import {
  type RecordSource,
  recordSources,
  type TimelineFamily,
  timelineFamilies,
  type TimelineType,
} from '../../resources/timeline.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import type { Row } from '../../resources/resource.ts';
import { readRows } from '../../store/cache/packed-rows.ts';
import { cursorOf, cursorText, type OrderedList } from '../../store/query/cursors.ts';
import type { ListPage } from '../../store/query/page.ts';
import { selectEveryByIdText } from '../../store/rows/select-by-id.ts';
import { type NamedRecord, readNames, readTimelineRows, type TimelineRow } from '../../store/timeline/read-timeline.ts';
import type { TimelinePlace } from '../../store/timeline/timeline-statement.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import type { RequestContext, StoreContext } from '../request-context.ts';
import { notFound, parsed, type RecordText } from '../results.ts';
import { renderCached } from './render-cache.ts';
import { renderRows } from './rendered-rows.ts';
import { embeddedUser } from './renderer.ts';

/** A page of a record's timeline. */
export interface TimelineRequest {
  readonly family: TimelineFamily;
  readonly id: string;
  readonly types: readonly TimelineType[];
  readonly perPage: number;
  /** As the service issued it. */
  readonly cursor: string | undefined;
}

/**
 * Reads a page of the timeline of a record, the latest entry first. Each entry is JSON text.
 * @throws {Refusal} `not_found` if the record is not live, `invalid_query` for the cursor of another list.
 */
export async function readTimeline(context: StoreContext, asked: TimelineRequest): Promise<ListPage<string>> {
  const { family, id, types, perPage } = asked;
  if (!isId(id)) throw notFound(resourceOf(family), id);
  const { engine } = context.store;
  const { accountId } = context.actor;
  const after = asked.cursor === undefined ? undefined : placeOf(asked.cursor, listOf(asked));
  const found = await readTimelineRows(engine, { accountId, family, id, types, after, most: perPage + 1 });
  if (found === null) throw notFound(resourceOf(family), id);
  const rows = found.slice(0, perPage);
  const records = await recordsOf(context, rows);
  const subjects = rows.map((row) =>
    subjectsOf(row, records).filter((one) => one.resource !== family || one.id !== id),
  );
  const names = await namesOf(context, subjects.flat());
  const entries = await withFreshDirectory(context, (fresh) =>
    Promise.resolve(
      rows.flatMap((row, index) => {
        const about = (subjects[index] ?? []).flatMap((one) => names.get(keyOf(one)) ?? []);
        return entryOf(row, { about, record: records.get(keyIn(row)), context: fresh });
      }),
    ),
  );
  return {
    entries,
    links: found.length > perPage ? { next: { cursor: cursorAfter(rows.at(-1), listOf(asked)) } } : {},
  };
}

/** The list that cursors of a timeline belong to. */
const listOf = ({ family, id }: Pick<TimelineRequest, 'family' | 'id'>): OrderedList => ({
  table: `timeline/${family}/${id}`,
  order: [
    { column: 'at', type: 'timestamptz', descending: true, nullable: false },
    { column: 'source', type: 'text', descending: true, nullable: false },
    { column: 'id', type: 'bigint', descending: true, nullable: false },
  ],
});

function placeOf(text: string, list: OrderedList): TimelinePlace {
  const place = cursorOf(text, list);
  const [at, source, id] = place === null || place.backwards || place.keys === 'end' ? [] : place.keys;
  if (!at || !source || !id) {
    throw queryRefusal([{ parameter: 'cursor', code: 'not_allowed', message: 'is not a cursor of this list' }]);
  }
  return { at, source: source as TimelinePlace['source'], id };
}

const cursorAfter = (row: TimelineRow | undefined, list: OrderedList): string =>
  cursorText({ backwards: false, keys: row ? [row.at, row.source, row.id] : 'end' }, list);

/** A record that is an entry: its text, and what the entry tells of it besides. */
interface ShownRecord {
  readonly text: RecordText;
  readonly fields: RecordFields;
}

interface RecordFields {
  readonly id: string;
  readonly created_by: EmbeddedUser | null;
  readonly assigned_to?: EmbeddedUser | null;
  readonly project?: EmbeddedRecord | null;
  readonly lead?: EmbeddedRecord | null;
  readonly company?: EmbeddedRecord | null;
  readonly contact?: EmbeddedRecord | null;
  readonly contacts?: readonly EmbeddedRecord[];
}

const keyIn = ({ source, id }: Pick<TimelineRow, 'source' | 'id'>): string => `${source} ${id}`;

/** The records that are entries, by source and id. One statement for each family reads those that the cache lacks. */
async function recordsOf(
  context: StoreContext,
  rows: readonly TimelineRow[],
): Promise<ReadonlyMap<string, ShownRecord>> {
  const shown = new Map<string, ShownRecord>();
  for (const source of Object.keys(recordSources) as RecordSource[]) {
    const own = rows.filter((row) => row.source === source);
    if (own.length === 0) continue;
    for (const text of await textsOf(context, recordSources[source].plural, own)) {
      const fields = parsed<RecordFields>(text);
      shown.set(keyIn({ source, id: fields.id }), { text, fields });
    }
  }
  return shown;
}

async function textsOf(context: StoreContext, plural: string, rows: readonly TimelineRow[]): Promise<RecordText[]> {
  const resource = resourceOf(plural);
  if (context.store.speedUps.renderCache) return await renderCached(context, resource, rows);
  const ids = rows.map(({ id }) => id);
  const found = await readRows<Row>(context.store.engine, selectEveryByIdText(resource), [
    context.actor.accountId,
    ids,
  ]);
  return await renderRows(context, { resource }, found);
}

type Subject = Omit<NamedRecord, 'name'>;

const keyOf = ({ resource, id }: Subject): string => `${resource} ${id}`;

/** The records that an entry is about. */
function subjectsOf(row: TimelineRow, records: ReadonlyMap<string, ShownRecord>): readonly Subject[] {
  const { resource, record_id: changed, project_id: moved } = row;
  if (resource && changed) return [{ resource, id: changed }];
  if (moved) return [{ resource: 'projects', id: moved }];
  const { project, lead, company, contact, contacts = [] } = records.get(keyIn(row))?.fields ?? {};
  const named = { projects: [project], leads: [lead], companies: [company], contacts: [contact, ...contacts] };
  return timelineFamilies.flatMap((family) =>
    named[family].flatMap((record) => (record ? [{ resource: family, id: record.id }] : [])),
  );
}

/** The live ones of these records with their names. */
async function namesOf(
  { store, actor }: StoreContext,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  if (subjects.length === 0) return new Map();
  const ids = timelineFamilies.map((family) => {
    const own = subjects.filter(({ resource }) => resource === family);
    return [family, new Set(own.map(({ id }) => id))] as const;
  });
  const found = await readNames(store.engine, actor.accountId, new Map(ids));
  return new Map(found.map((one) => [keyOf(one), one]));
}

interface EntryParts {
  readonly about: readonly NamedRecord[];
  /** Undefined for a change or a move. */
  readonly record: ShownRecord | undefined;
  readonly context: RequestContext;
}

/** The entry as JSON text; none if its record has just disappeared. */
function entryOf(row: TimelineRow, { about, record, context }: EntryParts): string[] {
  const { directory, room } = context;
  const write = (user: unknown, filled: string): string[] => {
    const { id, type, at } = row;
    const head = JSON.stringify({ id: `${type}-${id}`, type, at, user, about });
    const text = `${head.slice(0, -1)},"${row.source}":${filled}}`;
    // The text of the record counts already.
    room?.take(text.slice(0, text.length - (record?.text.length ?? 0)));
    return [text];
  };
  switch (row.source) {
    case 'stage_change': {
      const [from, to] = [row.from_stage_id, row.to_stage_id].map((id) =>
        directory.embedded('project_stages', id ?? null),
      );
      return write(embeddedUser(directory, row.by_id ?? null), `{"from":${from},"to":${to}}`);
    }
    case 'change':
      return write(
        embeddedUser(directory, row.user_id ?? null),
        JSON.stringify({ action: row.action, fields: row.fields ?? {} }),
      );
    default: {
      if (!record) return [];
      const { assigned_to: assignee = null, created_by: maker } = record.fields;
      return write(row.source === 'task' ? assignee : maker, record.text);
    }
  }
}
