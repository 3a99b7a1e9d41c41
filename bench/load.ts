import { contacts } from '../src/resources/contacts.ts';
import { companies } from '../src/resources/companies.ts';
import { projects } from '../src/resources/projects.ts';
import type { Resource, Row } from '../src/resources/resource.ts';
import { users } from '../src/resources/users.ts';
import { tableColumns } from '../src/store/rows/columns.ts';
import { searchValues, termsOf } from '../src/store/rows/search-words.ts';
import { storedRow, type StoredRow } from '../src/store/write/record-statements.ts';
import { copyLine } from './copy-text.ts';
import { companyRow, contactRow, type FirmSize, type Lists, projectRow, type Stage, userRow } from './firm.ts';

/** A session on a database to fill, with the rights of its owner. */
export interface Loader extends AsyncDisposable {
  query(text: string): Promise<Record<string, unknown>[]>;
  /** Copies chunks of lines in the text format of `copy`. */
  copy(table: string, columns: readonly string[], chunks: Iterable<string>): Promise<void>;
  /** The lines that a `copy … to stdout` sends, in chunks. */
  read(statement: string): Promise<string[]>;
}

/** Tables that a service fills only later. If they were analyzed now, Postgres would plan for empty tables. */
const empty = ['changes', 'webhook_messages', 'idempotency_keys'];

/** The account of a first start. */
const accountId = 1;

/** Fills the account of a new database with a firm by `copy`. Creates the indexes after all rows are loaded. */
export async function loadFirm(loader: Loader, size: FirmSize): Promise<void> {
  const lists = await readLists(loader);
  // The generated rows have valid references. Checking twelve of them in each of a million rows takes an hour.
  await loader.query('set session_replication_role = replica');
  await loadRecords(
    loader,
    users,
    rowsOf(size.users, (index) => userRow(index, size)),
  );
  await loadRecords(
    loader,
    companies,
    rowsOf(size.companies, (index) => companyRow(index, size)),
  );
  await loadRecords(
    loader,
    contacts,
    rowsOf(size.contacts, (index) => contactRow(index, size)),
  );
  await loadRecords(
    loader,
    projects,
    rowsOf(size.projects, (index) => projectRow(index, size, lists)),
  );
  await loader.query(`insert into stage_changes (account_id, project_id, to_stage_id, at, by_id)
    select account_id, id, project_stage_id, created_at, created_by_id from projects`);
  await loader.query('set session_replication_role = origin');
  await settle(loader);
}

/** Brings a filled database to its state after autovacuum and a checkpoint. */
export async function settle(loader: Loader): Promise<void> {
  const tables = await loader.query("select relname as name from pg_stat_user_tables where schemaname = 'public'");
  const filled = tables.map(({ name }) => String(name)).filter((name) => !empty.includes(name));
  await loader.query(`vacuum analyze ${filled.join(', ')}`);
  await loader.query('checkpoint');
}

export async function readLists(loader: Loader): Promise<Lists> {
  const plurals = Object.values(projects.fields).flatMap((field) =>
    field.kind === 'reference' && !['users', 'companies', 'contacts', 'imports'].includes(field.to) ? [field.to] : [],
  );
  const ids: Record<string, string[]> = {};
  for (const plural of new Set(plurals)) {
    const rows = await loader.query(`select id::text as id from ${plural} where account_id = ${accountId} order by 1`);
    ids[plural] = rows.map(({ id }) => String(id));
  }
  const stages = await loader.query(
    `select id::text as id, category from project_stages where account_id = ${accountId} order by 1`,
  );
  return { ids, stages: stages as unknown as Stage[] };
}

function* rowsOf(count: number, row: (index: number) => Row): Generator<Row> {
  for (let index = 0; index < count; index += 1) yield row(index);
}

async function loadRecords(loader: Loader, resource: Resource, rows: Iterable<Row>): Promise<void> {
  const { plural } = resource;
  const indexes = await dropIndexes(loader, plural);
  const columns = ['account_id', ...tableColumns(resource).map(({ name }) => name)];
  const terms = new Set<string>();
  await loader.copy(plural, columns, linesOf(columns, withTerms(resource, rows, terms)));
  for (const index of indexes) await loader.query(index);
  await loader.query(`select setval('${plural}_id_seq', (select max(id) from ${plural}))`);
  const told = ['account_id', 'resource', 'term'];
  const termRows = [...terms].map((term) => ({ account_id: accountId, resource: plural, term }));
  await loader.copy('search_terms', told, [termRows.map((row) => copyLine(row, told)).join('')]);
}

/** Drops the indexes that can be created again after loading. @returns the statements that create them. */
async function dropIndexes(loader: Loader, table: string): Promise<string[]> {
  const found = await loader.query(`select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = '${table}'::regclass and not x.indisprimary`);
  for (const { name } of found) await loader.query(`drop index ${String(name)}`);
  return found.map(({ definition }) => String(definition));
}

/** The rows as the product itself stores them. Adds the words of their search to `terms`. */
function* withTerms(resource: Resource, rows: Iterable<Row>, terms: Set<string>): Generator<StoredRow> {
  for (const row of rows) {
    const stored = { ...storedRow(resource, row), ...searchValues(resource, row, String(accountId)) };
    for (const term of termsOf(stored)) terms.add(term);
    yield stored;
  }
}

const chunkLines = 5000;

function* linesOf(columns: readonly string[], rows: Iterable<StoredRow>): Generator<string> {
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(copyLine({ account_id: accountId, ...row }, columns));
    if (lines.length < chunkLines) continue;
    yield lines.join('');
    lines = [];
  }
  if (lines.length > 0) yield lines.join('');
}
