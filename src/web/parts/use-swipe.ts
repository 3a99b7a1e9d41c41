import { type PointerEvent, useEffect, useRef } from 'react';
import { slop } from './use-long-press.ts';

export type Side = 'left' | 'right';

type State = 'pressed' | 'swiping' | 'over';

/** A row that is released nearer to its place springs back, in pixels. */
const actsFrom = 96;

/**
 * Lets a row follow a finger to either side. Spread the result on it, and give it `touch-action: pan-y`. `data-swipe`
 * names the side meanwhile, and `data-acts` says that a release acts.
 */
export function useSwipe(act: (side: Side) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const swipe = useRef<{ x: number; y: number; state: State }>({ x: 0, y: 0, state: 'over' });
  useEffect(() => {
    const { current: row } = ref;
    // Otherwise the browser takes the swipe for a fling, and swallows the tap that follows it.
    const keep = (event: TouchEvent): void => {
      if (swipe.current.state === 'swiping' && event.cancelable) event.preventDefault();
    };
    row?.addEventListener('touchmove', keep, { passive: false });
    return () => row?.removeEventListener('touchmove', keep);
  }, []);
  return {
    ref,
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void => {
      swipe.current = { x, y, state: pointerType === 'touch' && isPrimary ? 'pressed' : 'over' };
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void => {
      const { current } = swipe;
      const by = clientX - current.x;
      if (current.state === 'pressed') current.state = stateAfter(Math.abs(by), Math.abs(clientY - current.y));
      if (current.state === 'swiping') follow(currentTarget, by);
    },
    onPointerUp: ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
      const { state, x } = swipe.current;
      if (state !== 'swiping') return;
      release(currentTarget);
      if (Math.abs(clientX - x) >= actsFrom) act(sideOf(clientX - x));
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>): void => {
      swipe.current.state = 'over';
      release(currentTarget);
    },
  };
}

const sideOf = (by: number): Side => (by < 0 ? 'left' : 'right');

/** The first pixels decide between a swipe and a scroll. */
function stateAfter(across: number, down: number): State {
  if (Math.max(across, down) <= slop) return 'pressed';
  return across > down ? 'swiping' : 'over';
}

function follow({ style, dataset }: HTMLElement, by: number): void {
  style.transform = `translateX(${by}px)`;
  dataset['swipe'] = sideOf(by);
  if (Math.abs(by) >= actsFrom) dataset['acts'] = '';
  else delete dataset['acts'];
}

function release({ style, dataset }: HTMLElement): void {
  style.transform = '';
  delete dataset['swipe'];
  delete dataset['acts'];
}
