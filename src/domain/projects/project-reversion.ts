import { parseInstant } from '../calendar.ts';

/** A move of a project that still counts, of which the version that it made may not be known. */
export interface PastMove {
  readonly to_stage_id: string;
  readonly at: string;
  readonly by_id: string | null;
  readonly version: number | null;
}

/** The request to go back to the stage of an earlier version. */
export interface WayBack {
  readonly stageId: string;
  readonly version: number;
  readonly userId: string;
  readonly now: string;
  /** The age of the oldest move that can be taken back, in milliseconds. The default is ten minutes. */
  readonly longest?: number;
}

const usualLongest = 10 * 60_000;

/**
 * The instant since which a project has been in its earlier stage, if its user takes back recent moves; otherwise `null`, and the project moves into the stage again.
 * @param moves the latest first.
 */
export function inStageSince(moves: readonly PastMove[], wayBack: WayBack): string | null {
  const { stageId, version, userId, now, longest = usualLongest } = wayBack;
  const count = moves.findIndex((move) => (move.version ?? 0) <= version);
  const stay = moves[count];
  const isOwnAndRecent = ({ by_id: by, at }: PastMove): boolean =>
    by === userId && parseInstant(now) - parseInstant(at) <= longest;
  const isTakenBack = count > 0 && stay?.to_stage_id === stageId && moves.slice(0, count).every(isOwnAndRecent);
  return isTakenBack ? stay.at : null;
}
