import type { Queryable } from '../engine.ts';
import { EngineMistake } from '../engine-errors.ts';
import { belongsToNoExtension } from '../own-relations.ts';
import { distributionColumn, placingStatement, referenceTables } from './placement.ts';
import { readUnplacedTables, type UnplacedTable, unplaceable } from './sharded-server.ts';

/** A statement on the way from one server to several nodes. */
export interface DistributionStep {
  /** What the statement does, in words. */
  readonly title: string;
  readonly statement: string;
}

/**
 * The steps that are left until the tables are distributed, in their order. The catalogue knows the ones that are done, so
 * an interrupted distribution goes on.
 * @param shards the number of shards of each table; without effect once the accounts are distributed.
 * @throws {EngineMistake} if a table belongs to no account.
 */
export async function planDistribution(engine: Queryable, shards: number): Promise<DistributionStep[]> {
  const unplaced = await readUnplacedTables(engine);
  const homeless = unplaced.filter((table) => columnOf(table) === undefined).map(({ name }) => unplaceable(name));
  if (homeless.length > 0) throw new EngineMistake(homeless);
  const keys = await readReferenceKeys(engine);
  const dropped = keys.filter((key) => key.name !== keptKey.name || unplaced.some(({ name }) => isEndOf(name)));
  return [
    { title: 'the extension pg_trgm on each node', statement: onEachNode(createExtension) },
    ...dropped.map(dropStep),
    ...unplaced.filter((table) => columnOf(table) !== null).map((table) => placingStep(table, shards)),
    ...unplaced.filter((table) => columnOf(table) === null).map((table) => placingStep(table, shards)),
    ...(keys.length === dropped.length ? [addStep] : []),
    ...(await readCopiedTables(engine)).map(truncateStep),
    { title: 'the numbers of the coordinator after the greatest of its ids', statement: advanceNumbers },
    { title: 'the numbers of each node after the greatest of its ids', statement: onEachNode(advanceNumbers) },
  ];
}

const columnOf = ({ name, columns }: UnplacedTable): string | null | undefined => distributionColumn(name, columns);

/** A foreign key of a reference table. */
interface ReferenceKey {
  readonly name: string;
  readonly table: string;
}

/**
 * The only foreign key between reference tables, which is dropped while they are placed: Citus (13.2) refuses to place a
 * table with an identity that a key connects with one that is not placed. The other keys of reference tables refer to
 * distributed ones, which Citus cannot check.
 */
const keptKey = {
  name: 'api_tokens_account_id_oauth_client_id_fkey',
  table: 'api_tokens',
  target: 'oauth_clients',
  columns: 'account_id, oauth_client_id',
};

const isEndOf = (table: string): boolean => table === keptKey.table || table === keptKey.target;

const readReferenceKeys = (engine: Queryable): Promise<ReferenceKey[]> =>
  engine.query<ReferenceKey>(
    `select f.conname as name, t.relname as "table"
    from pg_constraint f join pg_class t on t.oid = f.conrelid
    where f.contype = 'f' and t.relnamespace = current_schema()::regnamespace
      and t.relname = any(string_to_array($1, ','))
    order by f.conname collate "C"`,
    [referenceTables.join(',')],
  );

/** Tables that have been or will be copied to the nodes, and whose rows are still on the coordinator too. */
async function readCopiedTables(engine: Queryable): Promise<string[]> {
  const rows = await engine.query<{ name: string }>(
    `select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and pg_relation_size(c.oid) > 0
      and ${belongsToNoExtension('c.oid')}
    order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

const dropStep = ({ table, name }: ReferenceKey): DistributionStep => ({
  title: `${table}: without the key ${name}`,
  statement: `alter table ${table} drop constraint ${name}`,
});

function placingStep(table: UnplacedTable, shards: number): DistributionStep {
  const { name } = table;
  const column = columnOf(table) ?? null;
  const title = column === null ? `${name}: a copy on each node` : `${name}: distributed by ${column}`;
  if (name !== 'accounts') return { title, statement: placingStatement(name, column) };
  const statement = `select create_distributed_table('accounts', 'id', colocate_with => 'none', shard_count => ${shards})`;
  return { title, statement };
}

const addStep: DistributionStep = {
  title: `${keptKey.table}: with the key ${keptKey.name}`,
  statement: `alter table ${keptKey.table} add constraint ${keptKey.name}
  foreign key (${keptKey.columns}) references ${keptKey.target}`,
};

const truncateStep = (table: string): DistributionStep => ({
  title: `${table}: the rows that the coordinator has kept are removed`,
  statement: `select truncate_local_data_after_distributing_table('${table}')`,
});

/** Citus refuses the plain statement on a node, because it would pass it on. */
const createExtension = `do $$
begin
  perform set_config('citus.enable_ddl_propagation', 'off', true);
  create extension if not exists pg_trgm;
end $$`;

/** Fails with the reasons of all nodes on which a command fails. */
const onEachNode = (command: string): string => `do $step$
declare
  reasons text;
begin
  select string_agg(format('%s:%s: %s', nodename, nodeport, result), '; ') into reasons
  from run_command_on_workers($command$${command}$command$) where not success;
  if reasons is not null then raise exception '%', reasons; end if;
end $step$`;

/**
 * Each node numbers rows in a range of its own, of 2^48 numbers, and Citus lets it begin anew when the node is added or
 * replaced. The coordinator has the range 0, in which the rows from before the distribution are. An id of an archive
 * moves a sequence into the second half of its range by 2^32 numbers at a time, so no range is used up.
 */
const advanceNumbers = `do $$
declare
  low bigint := (select groupid::bigint << 48 from pg_dist_local_group);
  numbered record;
  greatest_id bigint;
  last bigint;
begin
  for numbered in
    select c.relname as name, a.attname as identity, pg_get_serial_sequence(c.relname, a.attname)::regclass as sequence
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = current_schema()::regnamespace
    order by c.relname
  loop
    execute format('select max(%I) from %I where %I > %s and %I < %s', numbered.identity, numbered.name,
      numbered.identity, low, numbered.identity, low + (1::bigint << 48)) into greatest_id;
    last := coalesce(pg_sequence_last_value(numbered.sequence), low);
    if greatest_id > last then
      perform setval(numbered.sequence,
        least(greatest_id, greatest(last, low + (1::bigint << 47)) + (1::bigint << 32)));
    end if;
  end loop;
end $$`;
