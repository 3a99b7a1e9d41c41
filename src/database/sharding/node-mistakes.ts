import type { Queryable } from '../engine.ts';

/** All reasons not to distribute tables over the nodes of a server with Citus; empty if there are none. */
export async function nodeMistakes(engine: Queryable): Promise<string[]> {
  const [local] = await engine.query<{ group: number }>('select groupid as "group" from pg_dist_local_group');
  if (local?.group !== 0) return ['This server is a worker: give the address of the coordinator in DATABASE_URL.'];
  const nodes = await readNodes(engine);
  if (!nodes.some(({ takesShards }) => takesShards)) {
    return ['No node takes shards: add the nodes first, with citus_set_coordinator_host and citus_add_node.'];
  }
  return nodes.flatMap(mistakesOf);
}

/** A node, with the answers to its questions. */
interface Node {
  readonly name: string;
  readonly takesShards: boolean;
  /** Whether it has answered. */
  readonly success: boolean;
  /** `max_prepared_transactions`, `max_connections` and whether pg_trgm is available (1 or 0); or the error. */
  readonly result: string;
}

const questions = `select concat_ws(' ', current_setting('max_prepared_transactions'), current_setting('max_connections'),
  (select count(*) from pg_available_extensions where name = 'pg_trgm'))`;

const readNodes = (engine: Queryable): Promise<Node[]> =>
  engine.query<Node>(
    `select format('%s:%s', w.nodename, w.nodeport) as name, coalesce(n.shouldhaveshards, false) as "takesShards",
      w.success, w.result
    from run_command_on_workers($1) w
    left join pg_dist_node n on n.nodename = w.nodename and n.nodeport = w.nodeport
    order by 1`,
    [questions],
  );

function mistakesOf({ name, success, result }: Node): string[] {
  if (!success) return [`${name} does not answer: ${result}`];
  const [prepared = 0, connections = 0, trigrams = 0] = result.split(' ').map(Number);
  return [
    ...(prepared < connections
      ? [
          `${name}: max_prepared_transactions is ${prepared}. A change on several nodes needs one for each connection: ` +
            `set it to twice max_connections (${2 * connections}), and restart the node.`,
        ]
      : []),
    ...(trigrams === 0 ? [`${name}: install the extension pg_trgm (postgresql-contrib).`] : []),
  ];
}
