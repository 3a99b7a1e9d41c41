import type { Schemas } from '../../client/operations.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Stage } from '../data/directory.ts';
import { useNow } from '../data/now.ts';
import { api } from '../data/api.ts';
import style from './stage-path.module.css';

interface Props {
  readonly projectId: string;
  readonly stages: readonly Stage[];
  readonly currentId: string;
  /** Days in the current stage. */
  readonly age: number;
  /** The past instant at which the project is shown; now without it. */
  readonly asOf?: string;
  /** Moves the project to a stage; absent if the person may not. */
  readonly onMove?: ((stage: Stage) => void) | undefined;
}

/** The open stages in order, with the days in each and the current one marked. A pressed stage moves the project. */
export function StagePath({ projectId, stages, currentId, age, asOf, onMove }: Props) {
  const { data: changes } = useQuery(stageChangesQuery(projectId, asOf));
  const days = daysByStage(changes ?? [], useNow());
  const current = stages.find(({ id }) => id === currentId);
  const open = stages.filter(({ category }) => category === 'open');
  const path = current && current.category !== 'open' ? [...open, current] : open;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => scrollToCurrent(list.current), [currentId, changes]);
  return (
    // Keys scroll it by its buttons, or else by itself.
    <ol ref={list} className={style.path} aria-label="Stages" tabIndex={onMove ? undefined : 0}>
      {path.map((stage) => {
        const isCurrent = stage.id === currentId;
        const stay = isCurrent ? age : days.get(stage.id);
        return (
          <li key={stage.id} className={style.stage} aria-current={isCurrent ? 'step' : undefined}>
            <button
              type="button"
              className={style.button}
              disabled={isCurrent || !onMove}
              onClick={() => onMove?.(stage)}
            >
              {!isCurrent && <span className="hidden-text">Move to </span>}
              {stage.name}
              {stay !== undefined && <Days days={stay} />}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Brings the current stage into the middle, where the stages are wider than their place. */
function scrollToCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
}

const Days = ({ days }: { readonly days: number }) => (
  <span className={style.age}>
    <span aria-hidden="true">{days}d</span>
    <span className="hidden-text">, {days === 1 ? '1 day' : `${days} days`}</span>
  </span>
);

type StageChange = Schemas['StageChange'];

/** The moves of a project, the oldest first. */
const stageChangesQuery = (id: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: asOf === undefined ? ['projects', id, 'stage_changes'] : ['past', 'projects', id, asOf, 'stage_changes'],
    queryFn: async ({ signal }) => {
      const query = { include: 'stage_changes', ...(asOf !== undefined && { as_of: asOf }) };
      const { body } = await api.send('GET /projects/{id}', { path: { id }, query, signal });
      return body.project.stage_changes ?? [];
    },
  });

const msPerDay = 86_400_000;

/** The whole days that a project has spent in each stage, by the id of the stage. */
function daysByStage(changes: readonly StageChange[], now: Date): ReadonlyMap<string, number> {
  const spent = new Map<string, number>();
  for (const [index, { to, at }] of changes.entries()) {
    const end = Date.parse(changes[index + 1]?.at ?? now.toISOString());
    spent.set(to.id, (spent.get(to.id) ?? 0) + Math.max(0, end - Date.parse(at)));
  }
  return new Map([...spent].map(([id, ms]) => [id, Math.floor(ms / msPerDay)]));
}
