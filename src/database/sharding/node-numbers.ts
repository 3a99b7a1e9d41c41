import type { Queryable } from '../engine.ts';
import { EngineMistake } from '../engine-errors.ts';
import { isSharded } from './sharded-server.ts';

/** The last numbers that a server has given to new rows. */
export interface GivenNumbers {
  /** The server, as a sentence names it. */
  readonly by: string;
  /** The last number by table, as text. Before its first number, it is the one before that. */
  readonly last: Readonly<Record<string, string>>;
}

/**
 * Reads the last numbers of each server that numbers rows: of the one server, or of the coordinator and each node.
 * @throws {EngineMistake} if a node does not answer.
 */
export async function readGivenNumbers(engine: Queryable): Promise<GivenNumbers[]> {
  const isOnNodes = await isSharded(engine);
  const [own] = await engine.query<Pick<GivenNumbers, 'last'>>(lastNumbers('0'));
  const given = { by: isOnNodes ? 'the coordinator' : 'Postgres', last: own?.last ?? {} };
  return isOnNodes ? [given, ...(await readNumbersOfNodes(engine))] : [given];
}

async function readNumbersOfNodes(engine: Queryable): Promise<GivenNumbers[]> {
  const answers = await engine.query<{ name: string; success: boolean; result: string }>(
    `select format('%s:%s', nodename, nodeport) as name, success, result from run_command_on_workers($1) order by 1`,
    [lastNumbers('(select groupid::bigint << 48 from pg_dist_local_group)')],
  );
  const silent = answers.filter(({ success }) => !success);
  if (silent.length > 0) {
    throw new EngineMistake(silent.map(({ name, result }) => `${name} does not answer: ${result}`));
  }
  return answers.map(({ name, result }) => ({ by: name, last: JSON.parse(result) as GivenNumbers['last'] }));
}

/** @param low the number before the first one of the server, as SQL. */
const lastNumbers = (low: string): string =>
  `select json_object_agg(c.relname,
    coalesce(pg_sequence_last_value(pg_get_serial_sequence(c.relname, a.attname)::regclass), ${low})::text) as last
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`;
