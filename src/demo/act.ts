import { wireTime } from '../resources/vocabulary/formats.ts';
import type { Deed, Name } from './deed.ts';
import type { Pursuit, Undertaking } from './pursuits.ts';
import type { Post, RecordedDeed } from './record.ts';
import type { FirmSetting } from './setting.ts';
import type { Desk, Staff } from './staff.ts';
import type { WorkingDay } from './working-days.ts';

/** A deed without its time and person, with the desk that does it. */
export interface Act extends Omit<Deed, 'at' | 'by'> {
  readonly desk: Desk;
  /** The day of the deed, if it is not the recorded one. */
  readonly day?: WorkingDay;
  /** The time and the person, if they are not those of the desk. */
  readonly at?: number;
  readonly by?: Name;
}

/** One recorded deed of an undertaking, with what the player knows about the firm. */
export interface Scene<One = Pursuit> {
  readonly setting: FirmSetting;
  readonly staff: Staff;
  readonly undertaking: One;
  readonly recorded: RecordedDeed;
  /** Draws a number for the undertaking. */
  readonly draw: (what: string) => number;
}

export const hasProject = ({ name }: Undertaking): boolean => name.startsWith('projects/');

/** One of the people in any of the posts, always the same one for the same work on a pursuit. */
export const oneOf = ({ staff, draw }: Scene<unknown>, posts: readonly Post[], work: string): Name =>
  staff.one(posts, draw(work));

/** The person who estimates the project. */
export const estimatorOf = (scene: Scene<unknown>): Name => oneOf(scene, estimators, 'estimator');

const estimators = ['estimator', 'chief_estimator'] as const;

/** Whole minutes, in milliseconds. */
export const minutes = (count: number): number => Math.floor(count) * 60_000;

/** @param at milliseconds since 1970. */
export const timeText = (at: number): string | null => wireTime(new Date(at));
