import type { Param } from '../../database/engine.ts';

/** The values besides the records that conditions and orders may depend on. */
export interface Day {
  /** The current instant, as wire text. */
  readonly now: string;
  /** The day of `now` in the account's time zone. */
  readonly today: string;
  /** The times, ascending, when the offset of the account's zone changes, and its seconds ahead of UTC from then on. */
  readonly offsetStarts: readonly string[];
  readonly offsetSeconds: readonly string[];
  /** The stages, live or deleted, in which a project is won. */
  readonly wonStageIds: readonly string[];
  /** The user who sends the request. */
  readonly userId: string;
}

/** Collects the values of a statement as its parameters. */
export interface Binding {
  readonly parameters: readonly Param[];
  /** Whether the statement depends on the time so far. */
  readonly isDated: boolean;
  hold(value: Param): string;
  /** Returns the same placeholder each time, so that repeated expressions in a statement are equal. */
  holdDay(name: keyof Day): string;
}

/** Creates a binding with the account as `$1`. */
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
