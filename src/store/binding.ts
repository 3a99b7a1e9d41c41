import type { Param } from './engine.ts';

/** What conditions and orders may depend on besides the records. */
export interface Day {
  /** The instant, as wire text. */
  readonly now: string;
  /** Its day in the account's time zone. */
  readonly today: string;
  /** From when on the account's zone is how many seconds ahead of UTC, ascending. */
  readonly offsetStarts: readonly string[];
  readonly offsetSeconds: readonly string[];
  /** The stages, live or deleted, in which a project is won. */
  readonly wonStageIds: readonly string[];
  /** Who asks. */
  readonly userId: string;
}

/** Gives each value of a statement its place among the parameters. */
export interface Binding {
  readonly parameters: readonly Param[];
  /** Whether something so far depends on the time. */
  readonly isDated: boolean;
  hold(value: Param): string;
  /** The same place each time, so that what is said twice in a statement is the same. */
  holdDay(name: keyof Day): string;
}

/** The account is `$1`. */
export function newBinding(accountId: string, day: Day): Binding {
  const parameters: Param[] = [accountId];
  const places = new Map<keyof Day, string>();
  const hold = (value: Param): string => `$${parameters.push(value)}`;
  return {
    parameters,
    hold,
    get isDated() {
      return places.has('now') || places.has('today');
    },
    holdDay(name) {
      const place = places.get(name) ?? hold(day[name]);
      places.set(name, place);
      return place;
    },
  };
}
