import type { ColumnType, FileColumn } from '../../../resources/transfer/imports.ts';
import { cellInWords } from '../cell-in-words.ts';
import style from './file.module.css';

/** The kinds of values that a column seems to hold, in words. */
export const typeWords: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  number: 'Numbers',
  date: 'Dates',
  date_time: 'Dates with a time',
  boolean: 'Yes or no',
  email: 'E-mail addresses',
  empty: 'Empty',
};

/** The columns of a file with some of their values. */
export const FileColumns = ({ columns }: { readonly columns: readonly FileColumn[] }) => (
  <table className={style.columns}>
    <thead>
      <tr>
        <th scope="col" className="label">
          Column
        </th>
        <th scope="col" className="label">
          Holds
        </th>
        <th scope="col" className="label">
          Some values
        </th>
      </tr>
    </thead>
    <tbody>
      {columns.map(({ name, type, samples }) => (
        <tr key={name}>
          <th scope="row" dir="auto">
            {name}
          </th>
          <td>{typeWords[type]}</td>
          <td className={style.samples}>
            {samples.map((sample) => (
              <span key={sample} dir="auto" className={style.sample}>
                {cellInWords(sample)}
              </span>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
