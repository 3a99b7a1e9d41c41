/** The functions of the library of drag and drop. */
type DragKit = Awaited<ReturnType<typeof loadKit>>;

async function loadKit() {
  const [{ draggable, dropTargetForElements, monitorForElements }, { autoScrollForElements }] = await Promise.all([
    import('@atlaskit/pragmatic-drag-and-drop/element/adapter'),
    import('@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'),
  ]);
  return { draggable, dropTargetForElements, monitorForElements, autoScrollForElements };
}

let kit: Promise<DragKit> | null = null;

/** Loads what dragging needs: before the first drag, since that begins with the pointer on the way to a card. */
export const prepareDragging = (): Promise<DragKit> => (kit ??= loadKit().catch(forgetKit));

/** It is loaded again with the next move. */
function forgetKit(error: unknown): never {
  kit = null;
  throw error;
}

const pointerMoves = new Promise<void>((resolve) => {
  const look = ({ pointerType }: PointerEvent): void => {
    // Fingers scroll, and drag nothing.
    if (pointerType === 'touch') return;
    prepareDragging().then(() => {
      window.removeEventListener('pointermove', look);
      resolve();
    }, ignore);
  };
  window.addEventListener('pointermove', look, { passive: true });
});

const ignore = (): void => undefined;

/**
 * Begins something with the means of dragging, as soon as a pointer has moved.
 * @param begin returns what ends it. @returns ends it.
 */
export function whenDragging(begin: (means: DragKit) => () => void): () => void {
  let end: (() => void) | null = null;
  let isOver = false;
  void pointerMoves.then(prepareDragging).then((means) => {
    if (!isOver) end = begin(means);
  });
  return () => {
    isOver = true;
    end?.();
  };
}
