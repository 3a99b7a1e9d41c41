import type { Entry } from '../data/directory.ts';

/** A project with its moves, as Today reads it. */
export interface MovedProject {
  readonly id: string;
  readonly name: string;
  readonly amount: number | null;
  readonly stage_changes: readonly StageMove[];
}

/** A move of a project to a stage. `from` is null for a new project. */
export interface StageMove {
  readonly id: string;
  readonly from: Entry | null;
  readonly to: Entry;
  readonly at: string;
  readonly by: Entry | null;
}

/** A move with its project. */
export interface ProjectMove extends StageMove {
  readonly project: MovedProject;
}

/** The moves since an instant, the latest first. */
export const movesSince = (projects: readonly MovedProject[], since: Date): readonly ProjectMove[] =>
  projects
    .flatMap((project) => project.stage_changes.map((move) => ({ ...move, project })))
    .filter(({ at }) => Date.parse(at) >= since.getTime())
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
