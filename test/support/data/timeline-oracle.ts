import { importantFields, type TimelineFamily } from '../../../src/resources/timeline.ts';
import type { Client, Json } from '../service/client.ts';
import { follow } from './links.ts';

/** Every entry of a list. */
const allOf = async (client: Client, path: string, query = ''): Promise<Json[]> =>
  (await follow(client, { path: `/${path}?per_page=500&${query}` })).flat();

const singular: Readonly<Record<TimelineFamily, string>> = {
  projects: 'project',
  leads: 'lead',
  companies: 'company',
  contacts: 'contact',
};

interface Owner {
  readonly family: TimelineFamily;
  readonly id: string;
  /** Only its notes and files are in the timeline. */
  readonly isAside?: boolean;
}

/** The records whose entries the timeline of a record shows. */
async function ownersOf(client: Client, family: TimelineFamily, id: string): Promise<Owner[]> {
  const itself = { family, id };
  if (family === 'projects') {
    const { lead } = (await client.get(`/projects/${id}?include=lead`)).body.project;
    return lead ? [itself, { family: 'leads', id: lead.id, isAside: true }] : [itself];
  }
  if (family !== 'companies') return [itself];
  const others = (['contacts', 'projects', 'leads'] as const).map(async (one) =>
    (await allOf(client, one, `company_id=${id}&fields=id`)).map((record): Owner => ({ family: one, id: record.id })),
  );
  return [itself, ...(await Promise.all(others)).flat()];
}

interface Entry {
  readonly source: string;
  readonly number: string;
  readonly entry: Json;
}

async function recordsOf(client: Client, { family, id, isAside }: Owner): Promise<Entry[]> {
  const key = `${singular[family]}_id`;
  const notes = await allOf(client, 'notes', family === 'contacts' ? `contact_ids=${id}` : `${key}=${id}`);
  const told = notes.map((note) =>
    entryOf('note', note, { type: note.kind, at: note.happened_at, user: note.created_by }),
  );
  const files = await allOf(client, 'files', `${key}=${id}`);
  told.push(
    ...files.map((file) => entryOf('file', file, { type: 'file', at: file.created_at, user: file.created_by })),
  );
  if (isAside || family === 'leads') return told;
  const calls = await allOf(client, 'calls', `${key}=${id}`);
  const tasks = family === 'companies' ? [] : await allOf(client, 'tasks', `${key}=${id}&completed_at[is_null]=false`);
  return [
    ...told,
    ...calls.map((call) => entryOf('call', call, { type: 'call', at: call.recorded_at, user: call.created_by })),
    ...tasks.map((task) => entryOf('task', task, { type: 'task', at: task.completed_at, user: task.assigned_to })),
  ];
}

const entryOf = (source: string, record: Json, head: { type: string; at: string; user: Json }): Entry => ({
  source,
  number: record.id,
  entry: { id: `${head.type}-${record.id}`, ...head, about: subjectsOf(record), [source]: record },
});

const subjectsOf = ({ project, lead, company, contact, contacts = [] }: Json): Json[] => [
  ...named('projects', [project]),
  ...named('leads', [lead]),
  ...named('companies', [company]),
  ...named('contacts', [contact, ...contacts]),
];

const named = (resource: string, records: Json[]): Json[] =>
  records.flatMap((record) => (record ? [{ resource, id: record.id, name: record.name ?? record.email }] : []));

async function changesOf(client: Client, { family, id, isAside }: Owner): Promise<Entry[]> {
  if (isAside) return [];
  const record = (await client.get(`/${family}/${id}`)).body[singular[family]];
  const about = named(family, [record]);
  const important: readonly string[] = importantFields[family];
  const history = await allOf(client, `${family}/${id}/history`);
  const told = history.flatMap(({ id: number, at, action, user, fields }): Entry[] => {
    const shown = Object.fromEntries(Object.entries(fields).filter(([name]) => important.includes(name)));
    if (action !== 'create' && (action !== 'update' || Object.keys(shown).length === 0)) return [];
    const entry = { id: `change-${number}`, type: 'change', at, user, about, change: { action, fields: shown } };
    return [{ source: 'change', number, entry }];
  });
  if (family !== 'projects') return told;
  const { stage_changes: moves } = (await client.get(`/projects/${id}?include=stage_changes`)).body.project;
  return [
    ...told,
    ...moves.flatMap(({ id: number, from, to, at, by }: Json): Entry[] => {
      if (from === null) return [];
      const entry = {
        id: `stage_change-${number}`,
        type: 'stage_change',
        at,
        user: by,
        about,
        stage_change: { from, to },
      };
      return [{ source: 'stage_change', number, entry }];
    }),
  ];
}

/** The timeline of a record as the lists, the records and the histories of the API tell it. All records must be live. */
export async function timelineTold(
  client: Client,
  family: TimelineFamily,
  id: string,
  types?: readonly string[],
): Promise<Json[]> {
  const found = new Map<string, Entry>();
  for (const owner of await ownersOf(client, family, id)) {
    for (const one of [...(await recordsOf(client, owner)), ...(await changesOf(client, owner))]) {
      found.set(`${one.source} ${one.number}`, one);
    }
  }
  const isAsked = ({ type }: Json): boolean => types?.includes(type) ?? (family !== 'companies' || type !== 'change');
  return [...found.values()]
    .filter(({ entry }) => isAsked(entry))
    .sort(latestFirst)
    .map(({ entry }) => ({
      ...entry,
      about: entry.about.filter((one: Json) => one.resource !== family || one.id !== id),
    }));
}

function latestFirst(one: Entry, other: Entry): number {
  const times = Date.parse(other.entry.at) - Date.parse(one.entry.at);
  if (times !== 0) return times;
  if (one.source !== other.source) return one.source < other.source ? 1 : -1;
  return Number(other.number) - Number(one.number);
}
