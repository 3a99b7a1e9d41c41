import { type Entry, nameOf, useDirectory } from '../data/directory.ts';
import { nothing, useFormats } from '../data/formats.ts';
import style from '../parts/printed-table.module.css';
import type { Card } from '../pursuits/card-fields.ts';
import { dueText } from '../pursuits/due-words.ts';
import type { Grouping } from './grouping.ts';

interface Props {
  readonly cards: readonly Card[];
  readonly grouping: Grouping;
}

/**
 * Cards as a table on paper. The columns of all tables of a board have the same widths. The stage or the estimator by
 * which the board is grouped stands in the heading of each table, so the table has no column for it.
 */
export function CardTable({ cards, grouping }: Props) {
  const directory = useDirectory();
  const formats = useFormats();
  const stages = namesOf(directory.project_stages);
  const estimators = namesOf(directory.users);
  const hasStage = grouping !== 'stage';
  const hasEstimator = grouping !== 'estimator';
  return (
    <table className={`${style.table} ${style.even}`}>
      <thead>
        <tr>
          <th className={style.name}>Name</th>
          <th className={style.code}>Number</th>
          <th>Client</th>
          {hasStage && <th>Stage</th>}
          {hasEstimator && <th>Estimator</th>}
          <th className={style.due}>Due</th>
          <th className={`${style.days} ${style.number}`}>Days in stage</th>
          <th className={`${style.amount} ${style.number}`}>Amount</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.id}>
            <td>{card.name}</td>
            <td>{card.project_number ?? nothing}</td>
            <td>{card.company?.name ?? nothing}</td>
            {hasStage && <td>{stages.get(card.project_stage_id) ?? nothing}</td>}
            {hasEstimator && <td>{estimators.get(card.assigned_to_id ?? '') ?? nothing}</td>}
            <td>{dueText(card, formats)}</td>
            <td className={style.number}>{card.stage_age ?? nothing}</td>
            <td className={style.number}>{formats.money(card.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const namesOf = (entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(entries.map((entry) => [entry.id, nameOf(entry)]));
