import { type RefObject, useEffect, useRef, useState } from 'react';
import { whenDragging } from '../../parts/dragging.ts';

interface DropTarget {
  /** With the value, it is the data of a drop: `{ day: '2027-03-14' }`. */
  readonly name: 'day' | 'column' | 'closing';
  readonly value: string;
  /** Whether it takes cards now. */
  readonly isOn?: boolean;
  /** Called once a card is held over it for a while. */
  readonly onHeld?: (() => void) | undefined;
}

const heldAfterMs = 400;

/** Lets cards be dropped on an element. @returns whether one is held over it. */
export function useDropTarget(
  element: RefObject<HTMLElement | null>,
  { name, value, isOn = true, onHeld }: DropTarget,
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onHeld);
  useEffect(() => {
    latest.current = onHeld;
  });
  useEffect(() => {
    const target = element.current;
    if (!target || !isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      clearTimeout(timer);
      setOver(false);
    };
    return whenDragging(({ dropTargetForElements }) =>
      dropTargetForElements({
        element: target,
        getData: () => ({ [name]: value }),
        onDragEnter: () => {
          setOver(true);
          timer = setTimeout(() => latest.current?.(), heldAfterMs);
        },
        onDragLeave: leave,
        onDrop: leave,
      }),
    );
  }, [element, name, value, isOn]);
  return isOver;
}
