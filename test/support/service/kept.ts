import type { TestService } from './service.ts';

/** Returns the tables that contain a text in clear. A secret must be in none. */
export async function tablesWith({ engine }: TestService, text: string): Promise<string[]> {
  const tables = await engine.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await engine.query(`select 1 as found from ${name} t where strpos(t::text, $1) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
