import { quoted } from '../rows/columns.ts';

/**
 * The SQL of columns whose value an archive changes, by table: work under way stays with its installation, so an import
 * is archived as if a user had stopped it. Its undo can begin again.
 */
const settled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  import_states: {
    status:
      "case t.status when 'checking' then 'draft' when 'running' then 'cancelled' when 'undoing' then 'failed' else t.status end",
    problem:
      "case t.status when 'undoing' then 'The undo was interrupted by a move of the account. Undo the import again.' else t.problem end",
    finished_at:
      "case when t.status in ('running', 'undoing') then coalesce(t.finished_at, t.updated_at) else t.finished_at end",
    dry_run: "case t.status when 'checking' then null else t.dry_run end",
    done: "case t.status when 'checking' then 0 else t.done end",
  },
};

/** A column of the rows of `t` as an archive has it. */
export function archivedColumn(table: string, column: string): string {
  const own = quoted(column);
  const expression = settled[table]?.[column];
  return expression === undefined ? `t.${own}` : `${expression} as ${own}`;
}
