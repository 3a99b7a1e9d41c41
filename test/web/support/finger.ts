import type { Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger on the screen, by touch events as those of a phone. */
interface Finger {
  readonly down: (at: Point) => Promise<void>;
  /** Moves in steps from where the finger is. */
  readonly moveBy: (by: Partial<Point>) => Promise<void>;
  /** Lifts the finger. */
  readonly up: () => Promise<void>;
}

const steps = 8;
/** In seconds. Chromium derives the speed of a swipe from the times of its events. */
const secondsPerStep = 0.016;

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  let here: Point = { x: 0, y: 0 };
  let time = 0;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: time });
  return {
    down: async (at) => {
      here = at;
      time = Date.now() / 1000;
      await send('touchStart', [at]);
    },
    moveBy: async ({ x = 0, y = 0 }) => {
      const from = here;
      for (let step = 1; step <= steps; step += 1) {
        time += secondsPerStep;
        here = { x: from.x + (x * step) / steps, y: from.y + (y * step) / steps };
        await send('touchMove', [here]);
      }
    },
    up: async () => {
      await send('touchEnd', []);
    },
  };
}
