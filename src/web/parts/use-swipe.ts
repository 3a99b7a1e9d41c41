import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { slop } from './use-long-press.ts';

export type Side = 'left' | 'right';

/** The finger on a row, and where it came down. */
interface Swipe {
  x: number;
  y: number;
  finger: number;
  state: 'pressed' | 'swiping' | 'over';
}

type RowEvent = PointerEvent<HTMLElement>;

/** A row that is released nearer to its place springs back, in pixels. */
const actsFrom = 96;

/**
 * Lets a row follow a finger to either side. Spread the result on it, and give it `touch-action: pan-y`. `data-swipe`
 * names the side meanwhile, and `data-acts` says that a release acts.
 */
export function useSwipe(act: (side: Side) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const swipe = useRef<Swipe>({ x: 0, y: 0, finger: 0, state: 'over' });
  usePreventFling(ref, swipe);
  return {
    ref,
    onPointerDown: (event: RowEvent): void => begin(swipe.current, event),
    onPointerMove: (event: RowEvent): void => move(swipe.current, event),
    onPointerUp: (event: RowEvent): void => {
      const by = end(swipe.current, event);
      if (Math.abs(by) >= actsFrom) act(sideOf(by));
    },
    onPointerCancel: (event: RowEvent): void => void end(swipe.current, event),
  };
}

/** Otherwise the browser takes the swipe for a fling, and swallows the tap that follows it. */
function usePreventFling(ref: RefObject<HTMLElement | null>, swipe: RefObject<Swipe>): void {
  useEffect(() => {
    const { current: row } = ref;
    const keep = (event: TouchEvent): void => {
      if (swipe.current.state === 'swiping' && event.cancelable) event.preventDefault();
    };
    row?.addEventListener('touchmove', keep, { passive: false });
    return () => row?.removeEventListener('touchmove', keep);
  }, [ref, swipe]);
}

/** A second finger ends the swipe of the first one. */
function begin(swipe: Swipe, { currentTarget, pointerId, pointerType, isPrimary, clientX, clientY }: RowEvent): void {
  release(currentTarget);
  const state = pointerType === 'touch' && isPrimary ? 'pressed' : 'over';
  Object.assign(swipe, { x: clientX, y: clientY, finger: pointerId, state } satisfies Swipe);
}

function move(swipe: Swipe, { currentTarget, pointerId, clientX, clientY }: RowEvent): void {
  if (pointerId !== swipe.finger) return;
  const by = clientX - swipe.x;
  if (swipe.state === 'pressed') swipe.state = stateAfter(Math.abs(by), Math.abs(clientY - swipe.y));
  if (swipe.state === 'swiping') follow(currentTarget, by);
}

/** @returns how far the finger has swiped; 0 if it has not, or if the browser scrolls instead. */
function end(swipe: Swipe, { currentTarget, pointerId, type, clientX }: RowEvent): number {
  if (pointerId !== swipe.finger) return 0;
  const isSwipe = swipe.state === 'swiping' && type === 'pointerup';
  swipe.state = 'over';
  release(currentTarget);
  return isSwipe ? clientX - swipe.x : 0;
}

const sideOf = (by: number): Side => (by < 0 ? 'left' : 'right');

/** The first pixels decide between a swipe and a scroll. */
function stateAfter(across: number, down: number): Swipe['state'] {
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
