import { projects } from '../../resources/projects.ts';
import { useFormats } from '../data/formats.ts';
import type { Fields } from '../data/target.ts';
import { HeadCells } from '../record/head-cells.tsx';
import type { LoadedRecord } from '../record/record-query.ts';
import style from './countdown-note.module.css';

/** The fields below the head: the next step of an open project, and what is left to earn on a won one. */
export function nextFields({ close_type: closeType }: Fields): readonly string[] {
  if (closeType === null) return ['next_step', 'next_step_on'];
  return closeType === 'won' ? ['remaining_amount', 'remaining_as_of'] : [];
}

/** These fields, each edited in its place. A day that has passed is marked. @param isPast shows no marks. */
export function NextRow({ shown, isPast = false }: { readonly shown: LoadedRecord; readonly isPast?: boolean }) {
  const { today } = useFormats();
  const { record } = shown;
  const fields = nextFields(record);
  if (fields.length === 0) return null;
  const on = record['next_step_on'] as string | null;
  const late = !isPast && on !== null && on < today && (
    <span className={style.note} data-due="overdue">
      late
    </span>
  );
  return (
    <HeadCells
      resource={projects}
      shown={shown}
      fields={fields.map((name) => ({ name, note: name === 'next_step_on' && late }))}
    />
  );
}
