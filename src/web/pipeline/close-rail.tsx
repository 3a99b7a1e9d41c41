import { useRef } from 'react';
import type { Stage } from '../data/directory.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';
import style from './close-rail.module.css';

/** The won and lost stages at the end of the board. A card dropped on one of them is closed there. */
export const CloseRail = ({ stages }: { readonly stages: readonly Stage[] }) => (
  <section className={style.rail} aria-label="Close">
    <h2 className="label">Close</h2>
    <ul className={style.stages}>
      {stages.map((stage) => (
        <CloseZone key={stage.id} stage={stage} />
      ))}
    </ul>
  </section>
);

function CloseZone({ stage: { id, name, category } }: { readonly stage: Stage }) {
  const zone = useRef<HTMLLIElement>(null);
  const isOver = useDropTarget(zone, { name: 'closing', value: id });
  return (
    <li ref={zone} className={`${style.zone} ${isOver ? style.over : ''}`} data-category={category}>
      {name}
    </li>
  );
}
