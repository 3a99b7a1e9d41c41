import type { Engine, Param } from '../../../src/database/engine.ts';
import { resourceOf } from '../../../src/resources/index.ts';
import { lists } from '../../../src/resources/lists.ts';
import { fold, foldWhole } from '../../../src/resources/vocabulary/formats.ts';
import { searchValues, termsOf } from '../../../src/store/rows/search-words.ts';
import { tokenHash } from '../../../src/store/access/tokens.ts';

type Values = Readonly<Record<string, Param>>;

/** The API token of the account that was made at a level. */
export const levelToken = (level: number): string => `token-of-the-account-of-level-${level}-${'x'.repeat(12)}`;

const made = '2026-03-02T10:00:00Z';

/** The end of the session of an account, as its last use has deferred it. */
export const levelSessionEnd = '2126-03-02T11:00:00Z';
const moved = '2026-03-03T11:30:00.25Z';

/**
 * Fills account number `level` with rows of every table, as a program of that level stored them: columns and tables that
 * the database does not have yet are left out.
 */
export async function fillLevel(engine: Engine, level: number): Promise<void> {
  const writer = new LevelWriter(engine, level, await columnsIn(engine));
  await accountRows(writer);
  await listRows(writer);
  // Records have a history since the log exists.
  if (!writer.has('changes')) return;
  await recordRows(writer);
  await workRows(writer);
  await noteRows(writer);
  await fileRows(writer);
  await outsideRows(writer);
}

async function columnsIn(engine: Engine): Promise<ReadonlySet<string>> {
  const rows = await engine.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0`,
  );
  return new Set(rows.map(({ name }) => name));
}

class LevelWriter {
  readonly level: number;
  readonly #engine: Engine;
  readonly #columns: ReadonlySet<string>;
  #messages = 0;

  constructor(engine: Engine, level: number, columns: ReadonlySet<string>) {
    this.#engine = engine;
    this.level = level;
    this.#columns = columns;
  }

  has(table: string): boolean {
    return [...this.#columns].some((name) => name.startsWith(`${table}.`));
  }

  /** An id of this account, as text. */
  id(number: number): string {
    return String(this.level * 1000 + number);
  }

  async put(table: string, values: Values): Promise<void> {
    if (!this.has(table)) return;
    const isKnown = ([name]: [string, Param]): boolean => this.#columns.has(`${table}.${name}`);
    const known = Object.entries({ account_id: this.level, ...values }).filter(isKnown);
    const names = known.map(([name]) => `"${name}"`).join(', ');
    await this.#engine.query(
      `insert into ${table} (${names}) values (${known.map((_, at) => `$${at + 1}`).join(', ')})`,
      known.map(([, value]) => value),
    );
    if ('id' in values && /^\d+$/.test(String(values['id'])) && table !== 'accounts') {
      const next = String(this.level * 1000 + 900);
      await this.#engine.query(`select setval(pg_get_serial_sequence($1, 'id'), $2::bigint)`, [table, next]);
    }
  }

  /** Stores a record as it was made, with its log, its message and its words. */
  async record(plural: string, number: number, values: Values, { version = 1 } = {}): Promise<void> {
    const resource = resourceOf(plural);
    const at = version === 1 ? made : moved;
    const stored = { id: this.id(number), version, created_at: made, updated_at: at, ...values };
    const folded = 'name' in resource.fields && typeof values['name'] === 'string' ? fold(values['name']) : null;
    const search = searchValues(resource, { deleted_at: null, ...stored }, String(this.level));
    await this.put(plural, { ...stored, name_folded: folded, ...searchText(plural, values), ...(search as Values) });
    if (!this.has('changes')) return;
    await this.log(plural, number, { action: 'create', version: 1, at: made });
    if (resource.announced) await this.message(`${resource.singular}.create`, plural, number, { version: 1, at: made });
    if (!this.#columns.has('projects.search')) return;
    for (const term of termsOf(search)) await this.put('search_terms', { resource: plural, term });
  }

  log(resource: string, number: number, { fields = '{}', ...more }: Values & { fields?: string }): Promise<void> {
    const by = { user_id: this.id(1), source: 'api', fields };
    return this.put('changes', { resource, record_id: this.id(number), ...by, ...more });
  }

  message(type: string, resource: string, number: number, { version, at }: Values): Promise<void> {
    this.#messages += 1;
    const serial = `${this.level}`.padStart(3, '0') + `${this.#messages}`.padStart(4, '0');
    const told = {
      event_type: type,
      resource,
      record_id: this.id(number),
      user_id: this.id(1),
      version: version ?? null,
      at: at ?? null,
    };
    // Ids sort by time.
    return this.put('webhook_messages', {
      id: `msg_0uk${'0'.repeat(17)}${serial}`,
      event_id: `evt_${serial}`,
      ...told,
    });
  }
}

const searchColumns: Readonly<Record<string, readonly string[]>> = {
  companies: ['name', 'external_id', ...addressColumns()],
  contacts: ['name', 'email', 'external_id'],
  projects: ['name', 'project_number', 'external_id', ...addressColumns()],
  leads: ['name', 'external_id', ...addressColumns()],
  task_lists: ['name'],
  tasks: ['title'],
};

function addressColumns(): string[] {
  return ['street_address', 'street_address2', 'city', 'state', 'zip', 'country'].map((part) => `address_${part}`);
}

/** The text that a search read before the words were kept in a `tsvector`: a line for each value, folded. */
function searchText(plural: string, values: Values): Values {
  const columns = searchColumns[plural];
  if (!columns) return {};
  const lines = columns.map((name) => ` ${foldWhole(String(values[name] ?? '')).replace(/\s+/g, ' ')}`);
  return { search_text: `${lines.join('\n')}\n ` };
}

async function accountRows(writer: LevelWriter): Promise<void> {
  const { level } = writer;
  const times = { created_at: made, updated_at: made };
  await writer.put('accounts', { id: String(level), name: `Level ${level}`, time_zone: 'America/Chicago', ...times });
  const ada = { first_name: 'Ada', last_name: 'Byrne', name: 'Ada Byrne', name_folded: 'ada byrne' };
  await writer.put('users', { id: writer.id(1), ...ada, email: `ada@level-${level}.example`, role: 'admin', ...times });
  await writer.put('passwords', { user_id: writer.id(1), hash: 'none', updated_at: made });
  await writer.put('api_tokens', {
    ...{ id: writer.id(1), user_id: writer.id(1), name: 'Old token', scopes: ['read', 'write', 'admin'] },
    ...{ hash: `\\x${tokenHash(levelToken(level))}`, ...times },
  });
  // Sessions exist since the table of browsers.
  if (!writer.has('known_browsers')) return;
  const session = { name: 'Session', scopes: [], purpose: 'session', idle_seconds: 3600, address: '::1' };
  const used = { last_used_at: made, expires_at: levelSessionEnd };
  const hash = `\\x${tokenHash(`session of level ${level}`)}`;
  await writer.put('api_tokens', { id: writer.id(2), user_id: writer.id(1), hash, ...session, ...used, ...times });
  await writer.put('token_uses', { token_id: writer.id(2), ...used });
}

async function listRows(writer: LevelWriter): Promise<void> {
  for (const { plural } of lists) {
    const key = plural === 'company_categories' ? 'client' : 'usual';
    await writer.record(plural, 1, { name: 'Usual', key });
  }
  const [open, won] = [
    { name: 'Bid Submitted', key: 'bid_submitted', category: 'open', milestone: 'submitted', stale_after_days: 14 },
    { name: 'Won', key: 'won', category: 'won' },
  ];
  await writer.record('project_stages', 1, { ...open, position: 1 });
  await writer.record('project_stages', 2, { ...won, position: 2 });
  const foreman = { model: 'project', name: 'Foreman', api_name: 'foreman', key: 'foreman', field_type: 'user' };
  await writer.record('custom_fields', 1, { ...foreman, options: [] });
}

async function recordRows(writer: LevelWriter): Promise<void> {
  const by = { created_by_id: writer.id(1) };
  const place = { address_city: 'São Paulo', address_zip: '04001-001' };
  const description = 'Façade and steel-frame.';
  await writer.record('companies', 1, { name: 'Éclair Söhne', category: 'client', description, ...place, ...by });
  await writer.put('company_industries', { company_id: writer.id(1), industry_id: writer.id(1), position: 1 });
  const person = { first_name: 'Ola', last_name: 'Nordmann', name: 'Ola Nordmann', email: 'ola@mail.example' };
  await writer.record('contacts', 1, { ...person, company_id: writer.id(1), ...by });
  const bid = { bid_due_date: '2026-04-01', bid_due_at: '2026-04-01T05:00:00Z', bid_due_at_includes_time: false };
  const figures = { amount: 1000.5, units: 10, price_per_unit: 100.05 };
  const closed = {
    close_type: 'won',
    award_date: '2026-03-03',
    submitted_at: made,
    stage_changed_at: moved,
    closed_at: moved,
  };
  const refers = { company_id: writer.id(1), contact_id: writer.id(1), market_sector_id: writer.id(1) };
  const custom = { custom_fields: JSON.stringify({ [writer.id(1)]: writer.id(1) }) };
  const project = { name: 'Depot, North', project_number: 'P-7', ...bid, ...figures, ...closed, ...refers, ...custom };
  await writer.record('projects', 1, { ...project, project_stage_id: writer.id(2), ...by }, { version: 2 });
  const opened = { submitted_at: made, stage_changed_at: made, project_stage_id: writer.id(1), custom_fields: '{}' };
  const first = { id: writer.id(1), version: 1, created_at: made, updated_at: made, valid_to: moved };
  const named = { name: project.name, name_folded: fold(project.name), project_number: 'P-7' };
  await writer.put('projects_past', { ...first, ...named, ...bid, ...figures, ...refers, ...opened, ...by });
  const move = { project_id: writer.id(1), by_id: writer.id(1) };
  await writer.put('stage_changes', { id: writer.id(1), ...move, to_stage_id: writer.id(1), at: made, version: 1 });
  const stages = { from_stage_id: writer.id(1), to_stage_id: writer.id(2) };
  await writer.put('stage_changes', { id: writer.id(2), ...move, ...stages, at: moved, version: 2 });
  const fields = {
    project_stage_id: { from: writer.id(1), to: writer.id(2) },
    close_type: { from: null, to: 'won' },
    award_date: { from: null, to: '2026-03-03' },
    'custom_fields.foreman': { from: null, to: writer.id(1) },
  };
  const change = { action: 'update', version: 2, at: moved };
  await writer.log('projects', 1, { ...change, fields: JSON.stringify(fields) });
  for (const type of ['project.stage_change']) await writer.message(type, 'projects', 1, { version: 1, at: made });
  for (const type of ['project.update', 'project.stage_change', 'project.won'])
    await writer.message(type, 'projects', 1, change);
}

async function workRows(writer: LevelWriter): Promise<void> {
  if (!writer.has('leads')) return;
  const by = { created_by_id: writer.id(1) };
  const of = { project_id: writer.id(1) };
  await writer.record('leads', 1, { name: 'Old Mill', value_in_cents: 12300, company_id: writer.id(1), ...by });
  await writer.record('task_lists', 1, { name: 'Close-out', ...of });
  const task = { title: 'Call, again?', notes: 'Before noon', task_list_id: writer.id(1), ...of, ...by };
  await writer.record('tasks', 1, task);
  await writer.record('calls', 1, {
    notes: 'No answer',
    recorded_at: made,
    call_outcome_id: writer.id(1),
    ...of,
    ...by,
  });
  await writer.record('project_team_memberships', 1, { user_id: writer.id(1), ...of });
  const role = { role: 'estimator', name: 'Estimator', project_team_membership_id: writer.id(1) };
  await writer.record('project_team_roles', 1, role);
}

async function noteRows(writer: LevelWriter): Promise<void> {
  if (!writer.has('notes')) return;
  const about = { project_id: writer.id(1), lead_id: writer.id(1), created_by_id: writer.id(1) };
  const text = `Ask [@Ann](user:${writer.id(1)}).`;
  await writer.record('notes', 1, { kind: 'meeting', title: 'Kick-off', text, happened_at: made, ...about });
  const link = { note_id: writer.id(1), position: 1 };
  await writer.put('note_contacts', { ...link, contact_id: writer.id(1) });
  await writer.put('note_users', { ...link, user_id: writer.id(1) });
  await writer.put('note_mentions', { ...link, user_id: writer.id(1) });
}

async function fileRows(writer: LevelWriter): Promise<void> {
  if (!writer.has('files')) return;
  const by = { created_by_id: writer.id(1) };
  const url = 'https://plans.example.com/north-campus';
  await writer.record('files', 1, { kind: 'link', name: 'north-campus', url, project_id: writer.id(1), ...by });
}

/** What is stored besides records. */
async function outsideRows(writer: LevelWriter): Promise<void> {
  const times = { created_at: made, updated_at: made };
  const user = { user_id: writer.id(1) };
  if (writer.has('saved_views')) {
    const view = { name: 'Mine', resource: 'projects', query: 'sort=name', shared: true };
    await writer.record('saved_views', 1, { ...view, created_by_id: writer.id(1) });
  }
  const client = { name: 'Reporting', client_id: `client-${writer.level}`, secret_hash: '\\x00', scopes: ['read'] };
  await writer.put('oauth_clients', { id: writer.id(1), ...user, ...client, ...times });
  const feed = { name: 'Bids', query: 'assigned_to_id=me', hash: `\\x${tokenHash(`feed of level ${writer.level}`)}` };
  await writer.put('calendar_feeds', { id: writer.id(1), ...user, ...feed, ...times });
  const webhook = { id: writer.id(1), url: 'https://hooks.example.com/', filter_types: [], secret: 'whsec_none' };
  const publicId = `00000000-0000-4000-8000-${String(writer.level).padStart(12, '0')}`;
  await writer.put('webhooks', { ...webhook, public_id: publicId, disabled_at: made, ...times });
  const replay = { id: writer.id(1), event_types: [], after_id: 'msg_0', before_id: 'msg_1' };
  await writer.put('webhook_replays', { ...replay, webhook_id: writer.id(1) });
  await writer.put('idempotency_keys', {
    ...{ token_id: writer.id(1), key: 'k', fingerprint: 'f', status: 201, headers: '{}', body: '{}', created_at: made },
  });
  await writer.put('known_browsers', { ...user, hash: '\\x01', last_used_at: made });
  await writer.put('preferences', { ...user, updated_at: made, document: '{"theme": "dark"}' });
  await writer.put('demos', { status: 'complete', done: 1, total: 1, started_at: made, finished_at: made });
  await importRows(writer);
}

async function importRows(writer: LevelWriter): Promise<void> {
  const times = { created_at: made, updated_at: made };
  await writer.put('imports', { id: writer.id(1), name: 'permits', name_folded: 'permits', key: 'permits', ...times });
  const counts = JSON.stringify({ read: 1, created: 1, updated: 0, unchanged: 0, superseded: 0, rejected: 0 });
  const summary = '{"problems": [], "warnings": [], "near_names": [], "left_out": 0, "sought": 0}';
  const documents = { format: '{}', sheets: '[]', columns: '[]', oddities: '[]', mapping: '{}', counts, summary };
  const state = { family: 'companies', status: 'complete', file_bytes: 0, pass: 1, ...documents };
  await writer.put('import_states', { id: writer.id(1), ...state, created_by_id: writer.id(1), ...times });
  const row = { number: 1, line: 2, cells: '[]', pass: 1, result: 'created', version: 1 };
  await writer.put('import_rows', { ...row, import_id: writer.id(1), record_id: writer.id(1) });
}
