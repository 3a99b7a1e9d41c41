import { useQuery } from '@tanstack/react-query';
import { cellText } from '../../../resources/transfer/cell-text.ts';
import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { api } from '../../data/api.ts';
import { useDirectory } from '../../data/directory.ts';
import type { Import } from '../import.ts';
import { AddText } from './add-text.tsx';
import style from './map.module.css';
import type { MappingEditing } from './mapping/editing.ts';
import { valueChoices } from './mapping/value-choices.ts';
import { ValueField } from './value-field.tsx';

type Values = Readonly<Record<string, unknown>>;

interface Props {
  readonly editing: MappingEditing;
  readonly column: FileColumn;
  readonly to: string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** The values of a column, each with the one that takes its place. */
export function ValueMap({ editing, column, to, values, onChange }: Props) {
  const choices = valueChoices(editing, to, useDirectory());
  const texts = inOrder(Object.keys(values), useTexts(editing.item, column));
  const become = (text: string, value: unknown): void => {
    const { [text]: _, ...rest } = values;
    onChange(value === undefined ? rest : { ...values, [text]: value });
  };
  return (
    <div className={style.values}>
      <ul aria-label={`Values of ${column.name} to replace`}>
        {texts.map((text) => (
          <li key={text}>
            <ValueField text={text} choices={choices} value={values[text]} onChange={(value) => become(text, value)} />
          </li>
        ))}
      </ul>
      <AddText label="Another value of the file" onAdd={(text) => become(text, null)} />
    </div>
  );
}

/** The texts that the file has come first. They are compared without regard to case. */
function inOrder(given: readonly string[], found: readonly string[]): readonly string[] {
  const keys = new Map(given.map((key) => [key.toLowerCase(), key]));
  return [...new Set([...found.map((text) => keys.get(text.toLowerCase()) ?? text), ...given])];
}

const mostRows = 500;
const mostTexts = 40;

/** The different texts of a column: its samples and, after a dry run, those of the first rows. */
function useTexts({ id, columns, dry_run: dryRun }: Import, column: FileColumn): readonly string[] {
  const { data } = useQuery({
    queryKey: ['imports', id, 'values', dryRun?.read ?? 0],
    // The rows are there after a dry run, also when the mapping has changed since.
    queryFn: async ({ signal }) => {
      const query = { per_page: mostRows };
      return (await api.send('GET /imports/{id}/rows', { path: { id }, query, signal })).body.rows;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const at = columns.findIndex(({ name }) => name === column.name);
  const found = (data ?? []).map(({ cells }) => cellText(cells[at]).trim());
  const texts = new Map([...column.samples, ...found].map((text) => [text.toLowerCase(), text]));
  return [...texts.values()].filter((text) => text !== '').slice(0, mostTexts);
}
