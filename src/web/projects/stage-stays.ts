import { queryOptions } from '@tanstack/react-query';
import { api } from '../data/api.ts';

/** A move of a project to another stage. */
export interface StageChange {
  readonly to: { readonly id: string };
  readonly at: string;
}

/** The moves of a project, the oldest first. */
export const stageChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'stage_changes'],
    queryFn: async ({ signal }) => {
      const query = { include: 'stage_changes' };
      const { body } = await api.send<{ project: { stage_changes: StageChange[] } }>({
        path: `/projects/${id}`,
        query,
        signal,
      });
      return body.project.stage_changes;
    },
  });

const msPerDay = 86_400_000;

/** The whole days that a project has spent in each stage, by the id of the stage. */
export function daysByStage(changes: readonly StageChange[], now: Date): ReadonlyMap<string, number> {
  const spent = new Map<string, number>();
  for (const [index, { to, at }] of changes.entries()) {
    const end = Date.parse(changes[index + 1]?.at ?? now.toISOString());
    spent.set(to.id, (spent.get(to.id) ?? 0) + Math.max(0, end - Date.parse(at)));
  }
  return new Map([...spent].map(([id, ms]) => [id, Math.floor(ms / msPerDay)]));
}
