import { served } from '../data/registry.ts';
import type { TestService } from '../service/service.ts';

/** Counts the rows of every table that a write can change, and sums the versions of the records. */
export async function traces({ engine }: TestService): Promise<Record<string, string>> {
  const tables = [...served.map(({ plural }) => plural), 'passwords', 'company_industries'];
  const logs = ['webhook_messages', 'changes', 'stage_changes', 'idempotency_keys'];
  const counts = [...tables, ...logs].map((name) => `(select count(*) from ${name})::text as ${name}`);
  const versions = served.map(({ plural }) => `(select sum(version) from ${plural})::text as ${plural}_versions`);
  const directory = '(select sum(directory_version) from accounts)::text as directory_versions';
  const [row] = await engine.query<Record<string, string>>(`select ${[...counts, ...versions, directory].join(', ')}`);
  return { ...row };
}

/** Returns the counts that differ, with the differences. */
export function grown(before: Record<string, string>, after: Record<string, string>): Record<string, number> {
  const names = Object.keys(before).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, Number(after[name]) - Number(before[name])]));
}
