import type { Client, Json } from '../../../../support/service/client.ts';

/** The values of a project at a moment, by the names that its history has. */
export interface Version {
  readonly id: string;
  /** In ms since 1970. */
  readonly at: number;
  readonly values: Readonly<Record<string, Json>>;
  readonly isDeleted: boolean;
  /** The moment at which the project came into its stage, in ms since 1970. */
  readonly inStageSince: number;
}

interface Entry {
  readonly at: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, { readonly from: Json; readonly to: Json }>>;
}

/** The versions of all projects of a firm, the first one first, by id: read through the API and undone in memory. */
export type Ledger = ReadonlyMap<string, readonly Version[]>;

const further = 'deleted_at,closed_at,submitted_at,next_step_on,remaining_amount,remaining_as_of,stage_changes';

export async function readLedger(client: Client): Promise<Ledger> {
  const ledger = new Map<string, readonly Version[]>();
  for (const state of ['', 'deleted_at[is_null]=false&']) {
    const projects = await allPages(
      client,
      `/projects?${state}per_page=500&include=${further}`,
      (body) => body.projects,
    );
    for (const project of projects) {
      const entries = await allPages(client, `/projects/${project.id}/history?per_page=500`, (body) => body.changes);
      ledger.set(project.id, versionsOf(project, entries));
    }
  }
  return ledger;
}

/** The version of each project in force at a moment, if it was not deleted then. @param at in ms since 1970 */
export const liveAt = (ledger: Ledger, at: number): ReadonlyMap<string, Version> =>
  new Map(
    [...ledger].flatMap(([id, versions]): [string, Version][] => {
      const version = versions.findLast((one) => one.at <= at);
      return version && !version.isDeleted ? [[id, version]] : [];
    }),
  );

/** The entries of all pages of a list. @param listOf the entries in the body of a page */
export async function allPages(client: Client, first: string, listOf: (body: Json) => Json[]): Promise<Json[]> {
  const found: Json[] = [];
  for (let url: string | undefined = first; url !== undefined; ) {
    const { body, headers, status, text } = await client.get(url);
    if (status !== 200) throw new Error(text);
    found.push(...listOf(body));
    url = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return found;
}

/** @param entries the latest first */
function versionsOf(project: Json, entries: readonly Entry[]): Version[] {
  let values = flat(project);
  let isDeleted = project.deleted_at !== null;
  const since = stays(project.stage_changes, entries.toReversed());
  const versions = entries.map((entry, index): Version => {
    const at = Date.parse(entry.at);
    const inStageSince = since[entries.length - 1 - index] ?? 0;
    const version = { id: project.id as string, at, values, isDeleted, inStageSince };
    values = { ...values };
    for (const [name, { from }] of Object.entries(entry.fields)) values[name] = from;
    if (entry.action === 'delete' || entry.action === 'restore') isDeleted = entry.action === 'restore';
    return version;
  });
  return versions.toReversed();
}

/** A project with its references as ids, and the parts of its address and its custom fields as fields. */
function flat(project: Json): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(project as Record<string, Json>)) {
    if (name === 'address' || name === 'custom_fields') {
      for (const [part, own] of Object.entries((value ?? {}) as object)) values[`${name}.${part}`] = own;
    } else if (references.has(name)) values[`${name}_id`] = value?.id ?? null;
    else values[name] = value;
  }
  return values;
}

const references = new Set(['assigned_to', 'company', 'division', 'project_stage', 'loss_reason']);

/** In ms. A user who takes a move back within this time has not left the earlier stage. */
const longestTakenBack = 600_000;

/** The moment at which the project came into its stage, after each entry. @param entries the first one first */
function stays(moves: readonly Json[], entries: readonly Entry[]): number[] {
  const listed = moves.map(({ to, at }) => `${to.id} ${at}`);
  const stack: { readonly stage: string | null; readonly since: number }[] = [];
  return entries.map(({ at, action, fields }) => {
    const now = Date.parse(at);
    const stage: string | null | undefined = fields['project_stage_id']?.to;
    if (action === 'create') stack.push({ stage: firstStage(entries, moves), since: now });
    else if (stage !== undefined) {
      const place = listed.indexOf(`${stage} ${at}`, 1);
      const earlier = stack.findLastIndex((stay, index) => index < stack.length - 1 && stay.stage === stage);
      const isTakenBack = action === 'revert' && place < 0 && earlier >= 0;
      const isRecent = stack.slice(earlier + 1).every(({ since }) => now - since <= longestTakenBack);
      if (isTakenBack && isRecent) stack.splice(earlier + 1);
      else stack.push({ stage, since: now });
    }
    return stack.at(-1)?.since ?? now;
  });
}

/** The stage in which a project was created: the one that its first move left. */
function firstStage(entries: readonly Entry[], moves: readonly Json[]): string | null {
  const left = entries.find(({ fields }) => fields['project_stage_id'])?.fields['project_stage_id']?.from;
  return (left ?? moves[0]?.to.id ?? null) as string | null;
}
