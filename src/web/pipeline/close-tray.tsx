import { useRef } from 'react';
import type { Stage } from '../data/directory.ts';
import { useDropTarget } from '../pursuits/cards/use-drop-target.ts';
import style from './close-tray.module.css';

/** The won and lost stages, at the foot of the board while a card is dragged. A card that is dropped there is closed. */
export const CloseTray = ({ stages }: { readonly stages: readonly Stage[] }) => (
  <section className={style.tray} aria-label="Close" data-chrome>
    <h2 className="label">Close as</h2>
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
    <li ref={zone} className={style.zone} data-category={category} data-over={isOver}>
      {name}
    </li>
  );
}
