import { nameOf, useDirectory } from '../data/directory.ts';
import { nothing, useFormats } from '../data/formats.ts';
import style from '../parts/printed-table.module.css';
import type { Card } from '../pursuits/card-fields.ts';
import { dueText } from '../pursuits/due-words.ts';

/** Cards as a table on paper. */
export function CardTable({ cards }: { readonly cards: readonly Card[] }) {
  const { users } = useDirectory();
  const formats = useFormats();
  const names = new Map(users.map((user) => [user.id, nameOf(user)]));
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={style.short}>
            Number
          </th>
          <th scope="col">Client</th>
          <th scope="col">Estimator</th>
          <th scope="col">Due</th>
          <th scope="col" className={style.number}>
            Days in stage
          </th>
          <th scope="col" className={style.number}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.id}>
            <td>{card.name}</td>
            <td className={style.short}>{card.project_number ?? nothing}</td>
            <td>{card.company?.name ?? nothing}</td>
            <td>{names.get(card.assigned_to_id ?? '') ?? nothing}</td>
            <td className={style.short}>{dueText(card, formats)}</td>
            <td className={style.number}>{card.stage_age ?? nothing}</td>
            <td className={style.number}>{formats.money(card.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
