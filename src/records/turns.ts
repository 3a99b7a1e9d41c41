import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds of work after which other requests get a turn. */
const longestTurn = 10;

let last: Promise<unknown> = Promise.resolve();

/**
 * Every second round of the event loop continues one long task, so ten of them delay other requests no longer than one.
 * The loop looks at the sockets only between two rounds, so one round is not enough for a task that a socket has continued.
 */
function othersTurn(): Promise<unknown> {
  last = last.then(() => nextRound()).then(() => nextRound());
  return last;
}

/** A task that lets other requests run after ten milliseconds of work without a pause. */
export class Turn {
  #began = performance.now();

  /** Whether it is time to `pause`; costs less than awaiting a pause that is not due. */
  get isOver(): boolean {
    return performance.now() - this.#began >= longestTurn;
  }

  async pause(): Promise<void> {
    await othersTurn();
    this.#began = performance.now();
  }
}

/** Returns what `map` makes of each item, in order, and lets other requests run in between. */
export async function mapInTurns<One, Made>(many: Iterable<One>, map: (one: One) => Made): Promise<Made[]> {
  const turn = new Turn();
  const made: Made[] = [];
  for (const one of many) {
    if (turn.isOver) await turn.pause();
    made.push(map(one));
  }
  return made;
}

/** Runs the work for each item in order, and lets other requests run in between. */
export async function inTurns<One>(many: Iterable<One>, work: (one: One, index: number) => unknown): Promise<void> {
  const turn = new Turn();
  let index = 0;
  for (const one of many) {
    if (turn.isOver) await turn.pause();
    await work(one, index);
    index += 1;
  }
}
