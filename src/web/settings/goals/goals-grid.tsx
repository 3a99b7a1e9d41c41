import { Fragment } from 'react';
import type { GoalPeriod } from '../../../resources/vocabulary/choices.ts';
import { useDirectory } from '../../data/directory.ts';
import { type Days, periodName } from '../../data/fiscal.ts';
import { GoalCell } from './goal-cell.tsx';
import style from './goals.module.css';
import { type Goal, goalAt, type GoalMeasure, type GoalScope } from './goals-query.ts';

/** A row of the grid. */
export interface ScopeRow {
  readonly key: string;
  readonly name: string;
  /** The heading above the rows that belong together. */
  readonly group: string | null;
  readonly scope: GoalScope;
}

interface Props {
  readonly rows: readonly ScopeRow[];
  readonly goals: readonly Goal[];
  readonly periods: readonly Days[];
  readonly of: { readonly period: GoalPeriod; readonly measure: GoalMeasure; readonly firstMonth: number };
  readonly canWrite: boolean;
}

/** The goals by scope and period. On a narrow screen, each scope is a block. */
export function GoalsGrid({ rows, goals, periods, of: { period, measure, firstMonth }, canWrite }: Props) {
  const { account } = useDirectory();
  const columns = periods.map(({ from }) => ({ from, name: periodName(from, period, firstMonth).join(' ').trim() }));
  return (
    <div className={style.frame}>
      <table className={style.grid} aria-label="Goals">
        <thead>
          <tr>
            <th scope="col">{measure === 'booked_count' ? 'Projects' : account.currency}</th>
            {columns.map(({ from, name }) => (
              <th key={from} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, group, scope }, index) => (
            <Fragment key={key}>
              {group !== null && group !== rows[index - 1]?.group && (
                <tr className={style.group}>
                  <th scope="colgroup" colSpan={columns.length + 1} className="label">
                    {group}
                  </th>
                </tr>
              )}
              <tr>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {columns.map((column) => {
                  const place = { scope, period, starts_on: column.from, measure };
                  return (
                    <td key={column.from} data-label={column.name}>
                      <GoalCell
                        label={`${name}, ${column.name}`}
                        goal={goalAt(goals, place)}
                        place={place}
                        canWrite={canWrite}
                      />
                    </td>
                  );
                })}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
