// What the product is measured against: a few routes over the same tables as a good engineer would write them in an
// afternoon. One prepared statement with all its joins for each request, the same JSON, no credentials, no
// validation, no messages, no history.
import { fastify } from 'fastify';
import postgres from 'postgres';

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
const selecting = (rest: string): string =>
  `select ${columns} from projects p ${joins} where p.account_id = 1 and p.deleted_at is null and ${rest}`;

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

// Without parameters the driver would not prepare it, unless told so.
const prepared: object = { prepare: true, simple: false };
const app = fastify();
const newest = 'order by p.created_at desc, p.id desc limit 50';
const list = async (rest: string, values: string[]) => ({
  projects: (await sql.unsafe<Fields[]>(selecting(rest), values, prepared)).map(projectOf),
});

app.get<{ Params: { id: string } }>('/projects/:id', async ({ params }) => {
  const [row] = await sql.unsafe<Fields[]>(selecting('p.id = $1'), [params.id], prepared);
  return { project: row ? projectOf(row) : null };
});
app.get<{ Querystring: Record<string, string> }>('/projects', async ({ query }) => {
  const { q, stage, sector, at, id } = query;
  if (q !== undefined) {
    const words = q.split(' ').map((word) => `%${word.toLowerCase()}%`);
    return list(`${words.map((_, index) => `p.search_text ilike $${index + 1}`).join(' and ')} ${newest}`, words);
  }
  if (stage !== undefined && sector !== undefined) {
    const where = 'p.project_stage_id = $1 and p.market_sector_id = $2 order by p.bid_due_date, p.id limit 50';
    return list(where, [stage, sector]);
  }
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
