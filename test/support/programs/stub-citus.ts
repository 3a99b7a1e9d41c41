import type { Engine } from '../../../src/database/engine.ts';

/**
 * Gives a database what this program asks of Citus: its catalogue and its functions, which record their calls. They
 * refuse what Citus 13.2 refuses: a key to a table that is not placed, a key of a reference table to a distributed one, a
 * unique key without the distribution column, and an identity that is no bigint.
 */
export async function stubCitus(engine: Engine): Promise<void> {
  await engine.script(catalogue);
  await engine.script(refusals);
  await engine.script(functions);
  const [row] = await engine.query<{ name: string }>('select current_database() as name');
  await engine.script(`alter database "${row?.name ?? ''}" set search_path = public, citus`);
}

/** The calls of the functions that place tables, in order. */
export async function callsOf(engine: Engine): Promise<string[]> {
  const rows = await engine.query<{ call: string }>('select call from citus.calls order by number');
  return rows.map(({ call }) => call);
}

const catalogue = `
  create schema citus;
  create table citus.pg_dist_partition (logicalrelid regclass primary key, partmethod "char");
  create table citus.pg_dist_local_group (groupid integer);
  insert into citus.pg_dist_local_group values (0);
  create table citus.pg_dist_node (nodename text, nodeport integer, shouldhaveshards boolean);
  insert into citus.pg_dist_node select 'node-' || n, 5432, true from generate_series(1, 3) n;
  create table citus.answers (nodename text, success boolean, result text);
  create table citus.calls (number integer generated always as identity, call text);`;

const refusals = `
  create function citus.refuse_keys(placed regclass, is_reference boolean) returns void language plpgsql as $$
  declare
    key record;
  begin
    for key in
      select f.conname, t.partmethod from pg_constraint f
      left join citus.pg_dist_partition t on t.logicalrelid = f.confrelid
      where f.contype = 'f' and f.conrelid = placed and f.confrelid <> placed
    loop
      if key.partmethod is null then raise exception 'referenced table of % must be distributed', key.conname; end if;
      if is_reference and key.partmethod = 'h' then
        raise exception 'foreign keys from reference tables to distributed tables are not supported: %', key.conname;
      end if;
    end loop;
    if is_reference and exists (
      select from pg_constraint f where f.contype = 'f' and f.confrelid = placed and f.conrelid <> placed
        and not exists (select from citus.pg_dist_partition t where t.logicalrelid = f.conrelid)
    ) then
      raise exception 'cannot complete operation on a table with identity column';
    end if;
    if exists (select from citus.pg_dist_partition t where t.logicalrelid = placed) then
      raise exception 'table % is already distributed', placed;
    end if;
  end $$;`;

const functions = `
  create function citus.create_distributed_table(
    placed regclass, distribution_column text, distribution_type text default 'hash', colocate_with text default 'default',
    shard_count integer default null
  ) returns void language plpgsql as $$
  begin
    perform citus.refuse_keys(placed, false);
    if exists (
      select from pg_index i where i.indrelid = placed and i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = placed and a.attname = distribution_column
          and a.attnum = any(i.indkey::smallint[])
      )
    ) then
      raise exception 'cannot create constraint on %', placed;
    end if;
    if exists (
      select from pg_attribute a where a.attrelid = placed and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype
    ) then
      raise exception 'cannot complete operation on a table with smallint/int identity column';
    end if;
    insert into citus.pg_dist_partition values (placed, 'h');
    insert into citus.calls (call) values (format('%s by %s with %s', placed, distribution_column,
      coalesce(shard_count::text, colocate_with)));
  end $$;
  create function citus.create_reference_table(placed regclass) returns void language plpgsql as $$
  begin
    perform citus.refuse_keys(placed, true);
    insert into citus.pg_dist_partition values (placed, 'n');
    insert into citus.calls (call) values (format('%s everywhere', placed));
  end $$;
  create function citus.truncate_local_data_after_distributing_table(placed regclass) returns void language plpgsql as $$
  begin
    if not exists (select from citus.pg_dist_partition t where t.logicalrelid = placed) then
      raise exception 'supplied parameter is not a distributed relation';
    end if;
    insert into citus.calls (call) values (format('%s truncated', placed));
  end $$;
  create function citus.run_command_on_workers(
    command text, out nodename text, out nodeport integer, out success boolean, out result text
  ) returns setof record language plpgsql as $$
  begin
    if command like '%create extension%' and command not like '%citus.enable_ddl_propagation%' then
      raise exception 'operation is not allowed on this node';
    end if;
    if command not like 'select %' then
      execute command;
    end if;
    return query select n.nodename, n.nodeport, coalesce(a.success, true), coalesce(a.result, '200 100 1')
      from citus.pg_dist_node n left join citus.answers a on a.nodename = n.nodename;
  end $$;`;
