import type { Engine } from '../../database/engine.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { readRows } from '../cache/packed-rows.ts';
import { selectText } from '../rows/select.ts';
import type { SelectedList } from './selection.ts';

interface SelectedRecord {
  readonly resource: Resource;
  readonly selected: SelectedList;
  readonly id: string;
  /** The keys and columns to read; all by default. */
  readonly keys: readonly string[] | undefined;
}

/** Reads the record of a list that has the id, if the list has it. */
export async function readSelected(
  engine: Engine,
  { resource, selected, id, keys }: SelectedRecord,
): Promise<Row | undefined> {
  const { source, conditions, binding } = selected;
  const where = [...conditions, `t.id = ${binding.hold(id)}::bigint`].join(' and ');
  const text = selectText(resource, `select * from ${source} t where ${where}`, '', { keys });
  const [row] = await readRows<Row>(engine, text, binding.parameters);
  return row;
}
