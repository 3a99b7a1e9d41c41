import { hueOf } from '../../pursuits/stage-hue.ts';
import type { SmallRecord } from '../entries/entries-query.ts';
import style from './stage-dot.module.css';

interface Props {
  readonly stage: SmallRecord;
  readonly stages: readonly SmallRecord[];
}

/** The colour that the stage has on the board. */
export function StageDot({ stage, stages }: Props) {
  const category = String(stage['category']);
  const open = stages.filter((one) => one['category'] === 'open');
  const place = open.findIndex(({ id }) => id === stage.id);
  const hue = place < 0 ? {} : { ['--hue' as string]: hueOf(place, open.length) };
  return <span className={style.dot} data-category={category} style={hue} aria-hidden="true" />;
}
