import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import type { Stage } from '../data/directory.ts';
import style from './close-rail.module.css';

/** The won and lost stages at the end of the board. A card dropped on one of them is closed there. */
export function CloseRail({ stages }: { readonly stages: readonly Stage[] }) {
  return (
    <section className={style.rail} aria-label="Close">
      <h2 className="label">Close</h2>
      <ul className={style.stages}>
        {stages.map((stage) => (
          <CloseZone key={stage.id} stage={stage} />
        ))}
      </ul>
    </section>
  );
}

function CloseZone({ stage: { id, name, category } }: { readonly stage: Stage }) {
  const zone = useRef<HTMLLIElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!zone.current) return;
    return dropTargetForElements({
      element: zone.current,
      getData: () => ({ closing: id }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [id]);
  return (
    <li ref={zone} className={`${style.zone} ${isOver ? style.over : ''}`} data-category={category}>
      {name}
    </li>
  );
}
