import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from '../../src/resources/fields.ts';
import { resourceOf, resources } from '../../src/resources/index.ts';
import { columnsOf, requestName, type Resource } from '../../src/resources/resource.ts';
import { pastColumns, pastTable } from '../../src/store/past/past-table.ts';
import { tableColumns } from '../../src/store/rows/columns.ts';
import { sharedService, type TestService } from '../support/service/service.ts';

/** The tables that hold no resource. */
const furtherTables = [
  'accounts',
  'api_tokens',
  'bulk_results',
  'calendar_feeds',
  'changes',
  'company_industries',
  'digest_keys',
  'failed_sign_ins',
  'demos',
  'file_blobs',
  'file_usage',
  'idempotency_keys',
  'import_chunks',
  'import_made',
  'import_rows',
  'import_states',
  'jobs',
  'project_number_counters',
  'projects_past',
  'known_browsers',
  'message_positions',
  'note_contacts',
  'note_mentions',
  'note_users',
  'oauth_clients',
  'passwords',
  'preferences',
  'schema_migrations',
  'search_terms',
  'stage_changes',
  'token_uses',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_messages',
  'webhooks',
];

/** Tables without an account id, and tables that the service reads before it knows the account. */
const keyedWithoutAccount = new Set(['accounts', 'api_tokens', 'digest_keys', 'schema_migrations']);

interface ForeignKey {
  readonly columns: string[];
  readonly target: string;
  readonly target_columns: string[];
}

interface Index {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

const query = <Row extends object>(text: string, ...parameters: string[]): Promise<Row[]> =>
  service.engine.query<Row>(text, parameters);

const tableNames = async (): Promise<string[]> => {
  const rows = await query<{ name: string }>(
    `select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
  );
  return rows.map(({ name }) => name);
};

const columnsInCatalogue = (table: string) =>
  query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    table,
  );

const primaryKey = async (table: string): Promise<string[]> => {
  const rows = await query<{ name: string }>(
    `select a.attname as name from pg_index i
    cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    table,
  );
  return rows.map(({ name }) => name);
};

const columnNames = (relation: string, numbers: string): string =>
  `array(
    select a.attname::text from unnest(${numbers}) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.place
  )`;

const foreignKeys = (table: string): Promise<ForeignKey[]> =>
  query<ForeignKey>(
    `select c.confrelid::regclass::text as target,
      ${columnNames('c.conrelid', 'c.conkey')} as columns,
      ${columnNames('c.confrelid', 'c.confkey')} as target_columns
    from pg_constraint c where c.conrelid = $1::regclass and c.contype = 'f'`,
    table,
  );

const uniqueIndexes = (): Promise<Index[]> =>
  query<Index>(
    `select indexname as name, tablename as table, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE INDEX%'`,
  );

const toward = (column: string, target: string): ForeignKey => ({
  columns: ['account_id', column],
  target,
  target_columns: ['account_id', 'id'],
});

const namesOf = (kept: readonly Resource[]): string[] => kept.map(({ plural }) => plural);

describe('the database schema after all migrations', () => {
  test.each(resources)('has exactly the declared columns in $plural', async (resource) => {
    const declared = [{ name: 'account_id', type: 'bigint' }, ...tableColumns(resource)];
    const sorted = declared.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(await columnsInCatalogue(resource.plural)).toEqual(sorted);
  });

  test.each(resources.filter(({ keepsPast }) => keepsPast))(
    'has the columns of $plural in its past',
    async (resource) => {
      const further = [
        { name: 'account_id', type: 'bigint' },
        { name: 'valid_to', type: 'timestamp(3) with time zone' },
      ];
      const sorted = [...further, ...pastColumns(resource)].toSorted((one, other) => (one.name < other.name ? -1 : 1));
      expect(await columnsInCatalogue(pastTable(resource))).toEqual(sorted);
    },
  );

  test('has no table that is neither a resource nor in the list above', async () => {
    expect(await tableNames()).toEqual([...namesOf(resources), ...furtherTables].toSorted());
  });

  test('has primary keys that begin with the account', async () => {
    const tables = (await tableNames()).filter((name) => !keyedWithoutAccount.has(name));
    const keys = await Promise.all(tables.map(async (name) => [name, (await primaryKey(name))[0]]));
    expect(keys).toEqual(tables.map((name) => [name, 'account_id']));
  });

  test.each(resources)('has the account and the id as the primary key of $plural', async ({ plural }) => {
    expect(await primaryKey(plural)).toEqual(['account_id', 'id']);
  });

  const references = resources.flatMap((resource) =>
    columnsOf(resource).flatMap(({ name, field }) =>
      field.kind === 'reference' ? [{ plural: resource.plural, name, to: field.to }] : [],
    ),
  );

  test.each(references)('ties $name of $plural to $to of the same account', async ({ plural, name, to }) => {
    expect(await foreignKeys(plural)).toContainEqual(toward(name, to));
  });

  const lists = resources.flatMap((resource) =>
    columnsOf(resource).flatMap(({ field }) => (field.kind === 'references' ? [{ ...field, resource }] : [])),
  );

  test.each(lists)('ties records of the same account in $through', async ({ through, to, resource }) => {
    const keys = await foreignKeys(through);
    expect(keys).toContainEqual(toward(`${resource.singular}_id`, resource.plural));
    expect(keys).toContainEqual(toward(`${resourceOf(to).singular}_id`, to));
  });

  test('has no foreign key to a record of another account', async () => {
    const tables = (await tableNames()).filter((name) => !keyedWithoutAccount.has(name));
    const keys = (await Promise.all(tables.map(foreignKeys))).flat().filter(({ target }) => target !== 'accounts');
    expect(keys.length).toBeGreaterThan(references.length);
    expect(
      keys.filter(({ columns, target_columns: [first] }) => columns[0] !== 'account_id' || first !== 'account_id'),
    ).toEqual([]);
  });
});

describe('the columns that a search reads', () => {
  const searched = resources.flatMap(({ plural, fields, searched: looks }) => {
    if (!looks) return [];
    const { through } = looks;
    return [
      { plural, index: 'gin (search' },
      ...(through === undefined
        ? []
        : [{ plural, index: `(account_id, ${requestName(through, fields[through] ?? text())}` }]),
    ];
  });

  test.each(searched)('have an index in $plural: $index', async ({ plural, index }) => {
    const found = await query<Index>(
      'select indexname as name, tablename as table, indexdef as definition from pg_indexes where tablename = $1',
      plural,
    );
    const serves = ({ definition }: Index): boolean => [')', ','].some((end) => definition.includes(index + end));
    expect(found.filter(serves)).not.toEqual([]);
  });

  const families = resources.flatMap(({ plural, fields, searched: looks }) =>
    looks?.through === undefined ? [] : [{ plural, name: looks.through, field: fields[looks.through] }],
  );

  test.each(families)('for $plural include those of $name, which is searchable itself', ({ field }) => {
    expect(field?.kind === 'reference' && resourceOf(field.to).searched?.rankA.length).toBeTruthy();
  });
});

describe('the columns that clients often sort by', () => {
  const indexed = resources.flatMap((resource) =>
    (resource.indexed ?? []).map((name) => ({ plural: resource.plural, name, field: resource.fields[name] })),
  );

  test.each(indexed)('have an index: $plural by $name', async ({ plural, name, field }) => {
    const [index] = await query<{ definition: string }>(
      'select indexdef as definition from pg_indexes where indexname = $1 and tablename = $2',
      `${plural}_by_${name}`,
      plural,
    );
    const column = field?.folded ? `${name}_folded` : name;
    expect(index?.definition).toContain(`USING btree (account_id, ${column}, id) WHERE (deleted_at IS NULL)`);
  });

  test.each(resources.filter(({ kept, order }) => kept === 'table' && order === undefined))(
    'have an index: $plural by created_at',
    async ({ plural }) => {
      const definitions = await query<{ definition: string }>(
        'select indexdef as definition from pg_indexes where tablename = $1',
        plural,
      );
      const wanted = '(account_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL)';
      expect(definitions.some(({ definition }) => definition.includes(wanted))).toBe(true);
    },
  );
});

describe('unique fields, compared without case among the live records of an account', () => {
  const unique = resources.flatMap((resource) =>
    columnsOf(resource).flatMap(({ name, field }) =>
      field.unique ? [{ plural: resource.plural, name, kind: field.kind, within: resource.uniqueWithin }] : [],
    ),
  );

  test.each(unique)('have a unique index: $name of $plural', async ({ plural, name, kind, within }) => {
    const value = kind === 'reference' ? name : `lower(${name})`;
    const columns = ['account_id', ...(within ? [within] : []), value].join(', ');
    const found = (await uniqueIndexes()).filter((index) => index.name.startsWith(`${plural}_${name}_key`));
    expect(found).toHaveLength(1);
    expect(found[0]?.table).toBe(plural);
    expect(found[0]?.definition).toContain(`(${columns}) WHERE (deleted_at IS NULL)`);
  });

  test('are the only fields with a unique index', async () => {
    const indexes = (await uniqueIndexes()).map(({ name }) => name).filter((name) => !name.endsWith('_pkey'));
    const declared = unique.map(({ plural, name }) => `${plural}_${name}_key`);
    const further = [
      'api_tokens_hash_key',
      'calendar_feeds_hash_key',
      'oauth_clients_client_id_key',
      'webhook_messages_by_position',
      'webhooks_public_id_key',
    ];
    expect(indexes.toSorted()).toEqual([...declared, ...further].toSorted());
  });
});
