// The baseline of the benchmark: a few routes over the same tables, as a good engineer would write them in an
// afternoon. Each request runs one prepared statement with all its joins and returns the same JSON. There are no
// credentials, no validation, no messages, no history.
import { createHash, randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import postgres from 'postgres';
import { floorText } from './floor-text.ts';

type Fields = Record<string, unknown>;

/** `2026-03-02 15:04:05.06+00` as `2026-03-02T15:04:05.060Z`. */
function instant(stored: string): string {
  const fraction = stored.slice(19, -3);
  return `${stored.slice(0, 10)}T${stored.slice(11, 19)}${fraction && fraction.padEnd(4, '0')}Z`;
}

const timestamps = [1184];
const numbers = [1700];
const parsed = (from: number[], parse: (text: string) => unknown) => ({ to: 25, from, serialize: String, parse });
const sql = postgres(process.env['DATABASE_URL'] ?? '', {
  max: 10,
  connection: { TimeZone: 'UTC' },
  types: {
    instant: parsed(timestamps, instant),
    number: parsed(numbers, Number),
    day: parsed([1082], (text) => text),
  },
});

const small = ['id', 'created_at', 'updated_at', 'name'];
const person = ['id', 'created_at', 'updated_at', 'first_name', 'last_name', 'name', 'email'];
const embedded: Record<string, readonly [table: string, columns: readonly string[]]> = {
  assigned_to: ['users', person],
  created_by: ['users', person],
  company: ['companies', [...small, 'website']],
  contract_type: ['contract_types', small],
  division: ['divisions', small],
  import: ['imports', small],
  lead_source: ['lead_sources', small],
  loss_reason: ['loss_reasons', small],
  market_sector: ['market_sectors', small],
  tender_type: ['tender_types', small],
  delivery_method: ['delivery_methods', small],
  project_stage: ['project_stages', [...small, 'category']],
};
const own = (
  'id created_at updated_at name probability description project_duration project_number square_feet ' +
  'price_per_square_foot units price_per_unit external_id amount close_type award_date bid_due_date bid_due_at ' +
  'bid_due_at_includes_time start_date end_date work_scope custom_fields stage_changed_at address_street_address ' +
  'address_street_address2 address_city address_state address_zip address_country'
).split(' ');
const shown = own.filter((name) => name !== 'stage_changed_at' && !name.startsWith('address_'));
const relations = Object.entries(embedded);
const columns = [
  ...own.map((name) => `p.${name}`),
  ...relations.flatMap(([key, [, names]]) => names.map((name) => `${key}.${name} as "${key}.${name}"`)),
].join(', ');
const joins = relations
  .map(([key, [table]]) => `left join ${table} ${key} on ${key}.account_id = p.account_id and ${key}.id = p.${key}_id`)
  .join(' ');
/** @param account the number of the parameter with the account. */
const selecting = (rest: string, account: number): string =>
  `select ${columns} from projects p ${joins} where p.account_id = $${account}::bigint and p.deleted_at is null and ${rest}`;

const day = 86_400_000;
const addressKeys = ['street_address', 'street_address2', 'city', 'state', 'zip', 'country'].map(
  (key) => [key, `address_${key}`] as const,
);
const nested = relations.map(([key, [, names]]) => ({
  ...{ key, id: `${key}.id` },
  columns: names.map((name) => [name, `${key}.${name}`] as const),
}));

function picked(row: Fields, keys: readonly (readonly [key: string, column: string])[]): Fields {
  const fields: Fields = {};
  for (const [key, column] of keys) fields[key] = row[column];
  return fields;
}

const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);

function statusOf(row: Fields, today: string): string {
  if (row['close_type'] !== null && row['close_type'] !== 'won') return `closed_${text(row['close_type'])}`;
  if (row['close_type'] !== 'won' && row['project_stage.category'] !== 'won') return 'pursuit';
  if (text(row['end_date'], today) < today) return 'complete';
  return text(row['start_date'], '9999') <= today ? 'active' : 'upcoming';
}

function projectOf(row: Fields): Fields {
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const end = row['close_type'] === null ? today : text(row['award_date']);
  const project: Fields = {
    stage_age: Math.floor((now - Date.parse(text(row['stage_changed_at']))) / day),
    pursuit_duration: (Date.parse(end) - Date.parse(text(row['created_at']).slice(0, 10))) / day,
    project_status: statusOf(row, today),
    address: picked(row, addressKeys),
  };
  for (const name of shown) project[name] = row[name];
  for (const { key, id, columns: of } of nested) project[key] = row[id] === null ? null : picked(row, of);
  return project;
}

const app = fastify();
const newest = 'order by p.created_at desc, p.id desc limit 50';
const select = async (rest: string, values: string[], account: string) =>
  (await sql.unsafe<Fields[]>(selecting(rest, values.length + 1), [...values, account], { prepare: true })).map(
    projectOf,
  );

/** The firm that a request names; the first by default. */
const accountOf = (headers: Record<string, unknown>): string => text(headers['x-account'], '1');

app.get<{ Params: { id: string } }>('/projects/:id', async ({ params, headers }) => {
  const [project = null] = await select('p.id = $1', [params.id], accountOf(headers));
  return { project };
});
app.get<{ Querystring: Record<string, string> }>('/projects', async ({ query, headers }) => {
  const { q, stage, sector, at, id, page } = query;
  const list = async (rest: string, values: string[]) => ({
    projects: await select(rest, values, accountOf(headers)),
  });
  if (q !== undefined) {
    const words = q.split(' ').map((word) => `%${word.toLowerCase()}%`);
    return list(`${words.map((_, index) => `${floorText('p.')} ilike $${index + 1}`).join(' and ')} ${newest}`, words);
  }
  if (stage !== undefined && sector !== undefined) {
    const where = 'p.project_stage_id = $1 and p.market_sector_id = $2 order by p.bid_due_date, p.id limit 50';
    return list(where, [stage, sector]);
  }
  if (page !== undefined) return list(`true ${newest} offset $1`, [String((Number(page) - 1) * 50)]);
  return at === undefined || id === undefined
    ? list(`true ${newest}`, [])
    : list(`(p.created_at, p.id) < ($1::timestamptz, $2::bigint) ${newest}`, [at, id]);
});
app.post<{ Body: { project: Fields } }>('/projects', async ({ body }, reply) => {
  const at = new Date().toISOString();
  const values = { ...body.project, account_id: 1, created_at: at, updated_at: at, stage_changed_at: at };
  const [made] = await sql`insert into projects ${sql(values)} returning *`;
  return reply.code(201).send({ project: made });
});

/** The guarantees of the product: one transaction stores the record, its first stage, message, history and response. */
app.post<{ Body: { project: Fields }; Headers: Record<string, string> }>(
  '/guaranteed/projects',
  async ({ body, headers }, reply) => {
    const { 'idempotency-key': key = '' } = headers;
    const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const [kept] = await sql`select fingerprint, body from idempotency_keys
      where account_id = 1 and token_id = 1 and key = ${key}`;
    if (kept) return reply.code(kept['fingerprint'] === fingerprint ? 201 : 422).send(kept['body']);
    const answer = await sql.begin((transaction) =>
      createWithGuarantees(transaction, body.project, { key, fingerprint }),
    );
    return reply.code(201).type('application/json').send(answer);
  },
);

async function createWithGuarantees(
  transaction: postgres.TransactionSql,
  project: Fields,
  idempotency: { readonly key: string; readonly fingerprint: string },
): Promise<string> {
  const at = new Date().toISOString();
  const values = { ...project, account_id: 1, created_by_id: 1, created_at: at, updated_at: at, stage_changed_at: at };
  const [made] = await transaction`insert into projects ${transaction(values)} returning *`;
  const answer = JSON.stringify({ project: made });
  const of = { account_id: 1, at };
  const record = { resource: 'projects', record_id: text(made?.['id']) };
  const stage = { project_id: record.record_id, to_stage_id: text(project['project_stage_id']), by_id: 1 };
  const message = { id: randomUUID(), event_type: 'project.create', event_id: randomUUID() };
  const change = { version: 1, action: 'create', user_id: 1, source: 'api', request_id: randomUUID() };
  const fields = transaction.json(project as postgres.JSONValue);
  const kept = { ...idempotency, token_id: 1, status: 201, headers: transaction.json({}), body: answer };
  // The driver sends these statements one after the other without waiting for the results.
  await Promise.all([
    transaction`insert into stage_changes ${transaction({ ...of, ...stage })}`,
    transaction`insert into webhook_messages ${transaction({ ...of, ...record, ...message })}`,
    transaction`insert into changes ${transaction({ ...of, ...record, ...change, fields })}`,
    transaction`insert into idempotency_keys ${transaction({ ...kept, account_id: 1, created_at: at })}`,
  ]);
  return answer;
}

app.patch<{ Params: { id: string }; Body: { project: { project_stage_id: string } } }>(
  '/projects/:id',
  async ({ params, body }) => {
    const at = new Date().toISOString();
    const [changed] = await sql`update projects set project_stage_id = ${body.project.project_stage_id},
      stage_changed_at = ${at}, updated_at = ${at}, version = version + 1
      where account_id = 1 and id = ${params.id} returning *`;
    return { project: changed };
  },
);

process.stdout.write(`${JSON.stringify({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })}\n`);
