import { expect, test } from 'vitest';
import { columnsOf } from '../../../src/transfer/files/columns.ts';

const rows = Array.from({ length: 150 }, (_, at) => ({ line: at + 2, text: `Job ${at}` }));
const names = (count: number) => Array.from({ length: count }, (_, at) => `Column ${at}`);

test('blank columns take no share of the values by which a mapping is proposed', async () => {
  const [first] = await columnsOf(names(1000), rows, ({ text }, index) => (index === 0 ? text : null));
  expect(first?.values).toHaveLength(100);
});

test('the filled columns of a wide file share the values', async () => {
  const columns = await columnsOf(names(1000), rows, ({ text }) => text);
  expect(columns.map(({ values }) => values.length)).toEqual(columns.map(() => 10));
});
