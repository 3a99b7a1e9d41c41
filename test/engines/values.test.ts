import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, Param } from '../../src/database/engine.ts';
import { readRows } from '../../src/store/cache/packed-rows.ts';
import { engineNames, type ScratchEngine, scratchEngine } from '../support/programs/scratch-engines.ts';

describe.each(engineNames)('values on the %s engine', (name) => {
  let scratch: ScratchEngine;
  let engine: Engine;
  beforeAll(async () => {
    scratch = await scratchEngine(name);
    engine = await scratch.open();
    await engine.query("create type mood as enum ('glad', 'sad')");
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await scratch.remove();
  });

  const roundTrip = async (type: string, value: Param) => {
    const text = `select $1::${type} as value, 'beside' as beside, $1::${type} as last, 0 as row_size`;
    const [row] = await engine.query<{ value: unknown }>(text, [value]);
    // From its second run on, `readRows` fetches each row as text, with the same result.
    for (let time = 0; time < 2; time += 1) {
      const rows = await readRows(engine, `${text} union all ${text}`, [value]);
      // The sizes that limit a response are not compared.
      const values = rows.map(({ value: read, beside, last }) => ({ value: read, beside, last }));
      expect(values).toStrictEqual(
        [row, row].map((one) => ({ value: one?.value, beside: 'beside', last: one?.value })),
      );
    }
    return row?.value;
  };

  test.each<[type: string, sent: Param, received: unknown]>([
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['bigint', 42, '42'],
    ['integer', 42, 42],
    ['smallint', '-7', -7],
    ['numeric', '1234.5600', 1234.56],
    ['numeric(20,2)', 0.1, 0.1],
    ['double precision', 1e-7, 1e-7],
    ['real', 1.5, 1.5],
    ['boolean', true, true],
    ['boolean', false, false],
    ['boolean', 'f', false],
    ['text', '', ''],
    ['text', 'É "quoted" \\ \'single\' \n 😀', 'É "quoted" \\ \'single\' \n 😀'],
    ['text', '\ufeff\ufeffmark\ufeff', '\ufeff\ufeffmark\ufeff'],
    ['text', 12.5, '12.5'],
    ['varchar', 'null', 'null'],
    ['uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['mood', 'glad', 'glad'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '0001-01-01', '0001-01-01'],
    ['date', '9999-12-31', '9999-12-31'],
    ['timestamptz', '2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['timestamptz', '2024-02-29T23:59:59.000Z', '2024-02-29T23:59:59Z'],
    ['timestamptz', '2024-02-29T23:59:59.1Z', '2024-02-29T23:59:59.100Z'],
    ['timestamptz', '2024-02-29T23:59:59.012Z', '2024-02-29T23:59:59.012Z'],
    ['timestamptz', '2024-02-29T23:59:59.1239Z', '2024-02-29T23:59:59.123Z'],
    ['timestamptz', '2024-07-01T02:30:00+05:30', '2024-06-30T21:00:00Z'],
    ['timestamptz', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['timestamptz', '0999-12-31T23:59:59.5Z', '0999-12-31T23:59:59.500Z'],
    ['timestamptz', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['jsonb', '{"a":["x",1,null,true]}', { a: ['x', 1, null, true] }],
    ['json', '"text"', 'text'],
    ['jsonb', '"with \\"quotes\\""', 'with "quotes"'],
    ['jsonb', 'null', null],
    ['text[]', [], []],
    [
      'text[]',
      ['a,b', '"q"\\', null, '', 'NULL', 'null', '{x}', ' é 😀\n'],
      ['a,b', '"q"\\', null, '', 'NULL', 'null', '{x}', ' é 😀\n'],
    ],
    ['bigint[]', ['9007199254740993', null], ['9007199254740993', null]],
    ['integer[]', ['1', '2'], [1, 2]],
    ['boolean[]', ['true', 'f'], [true, false]],
    ['date[]', ['0999-01-01', null], ['0999-01-01', null]],
    ['timestamptz[]', ['2024-01-01T00:00:00.5Z'], ['2024-01-01T00:00:00.500Z']],
    ['jsonb[]', ['{"a":1}', '"x"'], [{ a: 1 }, 'x']],
    ['text', null, null],
    ['jsonb', null, null],
    ['bigint[]', null, null],
  ])('%s accepts %j and returns %j', async (type, sent, received) => {
    expect(await roundTrip(type, sent)).toStrictEqual(received);
  });

  test('include counts as text, sums as numbers, and nested arrays', async () => {
    const [row] = await engine.query(
      `select count(*) as count, sum(n) as sum, avg(n) as average, '{{1,2},{3,4}}'::int[] as nested
       from unnest($1::numeric[]) as n`,
      [['1.5', '2.5']],
    );
    expect(row).toStrictEqual({
      count: '2',
      sum: 4,
      average: 2,
      nested: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  test('are stored and filtered without casts in every type of column', async () => {
    await engine.query(
      `create table shelf (id bigint primary key, at timestamptz(3), day date, amount numeric, open boolean, more jsonb, tags text[])`,
    );
    const values = ['9007199254740993', '2024-05-01T10:00:00.250Z', '2024-05-01', 12.5, true, '{"a":"b"}', ['x', null]];
    const stored = await engine.query('insert into shelf values ($1, $2, $3, $4, $5, $6, $7) returning *', values);
    const found = await engine.query(
      'select * from shelf where id = $1 and at = $2 and day = $3 and amount = $4 and open = $5 and more = $6 and tags = $7',
      values,
    );
    expect(found).toStrictEqual(stored);
    expect(found).toStrictEqual([
      { id: values[0], at: values[1], day: values[2], amount: 12.5, open: true, more: { a: 'b' }, tags: ['x', null] },
    ]);
  });

  test('of the same statement can differ each time, and can be many', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const many = Array.from({ length: 20_000 }, (_, index) => `${index + turn}`);
      const rows = await engine.query<{ n: string }>(
        'select n from unnest($1::bigint[]) as n order by n desc limit 1',
        [many],
      );
      expect(rows).toStrictEqual([{ n: `${19_999 + turn}` }]);
    }
  });

  test('are in UTC, and lower() knows the letters of other languages', async () => {
    const [row] = await engine.query(`select current_setting('TimeZone') as zone, lower('ÉÑЖ') as lowered`);
    expect(row).toStrictEqual({ zone: 'UTC', lowered: 'éñж' });
  });

  test('that violate a constraint are reported with its name and its table', async () => {
    await engine.query('create table parent (id bigint primary key)');
    await engine.query('create table child (parent_id bigint not null references parent)');
    await expect(engine.query('insert into child values ($1)', ['1'])).rejects.toMatchObject({
      name: 'StatementError',
      code: '23503',
      constraint: 'child_parent_id_fkey',
      table: 'child',
    });
    await expect(engine.query('insert into child values ($1)', [null])).rejects.toMatchObject({
      code: '23502',
      column: 'parent_id',
    });
    await expect(engine.query('select $1::integer', ['x'])).rejects.toMatchObject({ code: '22P02' });
    await expect(engine.query('selec')).rejects.toMatchObject({ code: '42601' });
  });

  test('of a changed table appear at once in prepared statements', async () => {
    await engine.query('create table changing (a integer)');
    await engine.query('insert into changing values ($1)', [1]);
    const read = () => engine.query('select * from changing');
    await read();
    await engine.script("alter table changing add column b text not null default 'new'; create index on changing (b)");
    expect(await read()).toStrictEqual([{ a: 1, b: 'new' }]);
    await engine.query('alter table changing drop column a');
    expect(await read()).toStrictEqual([{ b: 'new' }]);
  });

  test('stay correct with more statements than the engine keeps', async () => {
    for (let number = 0; number < 450; number++) {
      expect(await engine.query(`select ${number % 230} as n`)).toStrictEqual([{ n: number % 230 }]);
    }
  });
});
