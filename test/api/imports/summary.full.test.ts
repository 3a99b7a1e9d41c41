import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, drafted, plain, rowsOf, strict, upload } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

describe('the summary of an import', () => {
  it('groups the problems of the rejected rows, with the most frequent texts and the first rows', async () => {
    const words = ['Won!', 'Won!', 'lost?', 'Won!', 'lost?', ''];
    const rows = words.map((word, index) => [`Job ${index}`, word, index === 5 ? 'much' : '1']);
    const one = await drafted(client, 'projects', csv(['name', 'market_sector', 'amount'], ...rows, ['', '', '']), {
      columns: [...strict(...plain('name', 'amount')), { from: ['market_sector'], to: 'market_sector' }],
      references: { market_sector: { by: 'name', missing: 'reject' } },
    });
    expect((await client.get(`/imports/${one.id}`)).body.import.summary).toBeNull();
    const { summary } = await done(client, one.id, 'check');
    expect(summary).toMatchObject({ warnings: [], near_names: [], left_out: 0 });
    expect(summary.problems).toEqual([
      {
        ...{ column: 'market_sector', field: 'market_sector', code: 'not_found', count: 5 },
        message: 'names no market sector by its name',
        values: [
          { value: 'Won!', count: 3 },
          { value: 'lost?', count: 2 },
        ],
        ...{ has_more_values: false, rows: [1, 2, 3, 4, 5], lines: [2, 3, 4, 5, 6] },
      },
      {
        ...{ column: 'amount', field: 'amount', code: 'invalid_format', count: 1 },
        message: expect.stringContaining('Column amount: "much" is not a number'),
        values: [{ value: 'much', count: 1 }],
        ...{ has_more_values: false, rows: [6], lines: [7] },
      },
    ]);
    const { imports } = (await client.get('/imports?per_page=1')).body;
    expect(imports[0]).not.toHaveProperty('summary');
    const mapping = { columns: plain('name') };
    expect(await client.patch(`/imports/${one.id}`, { import: { mapping } })).toMatchObject({ status: 200 });
    expect((await client.get(`/imports/${one.id}`)).body.import.summary).toBeNull();
  });

  it('stays small, and counts all rows of a group, also over several steps', async () => {
    const rows = Array.from({ length: 900 }, (_, index) => [
      `Job ${index}`,
      index % 3 === 0 ? 'often' : `rare ${index}`,
    ]);
    const one = await drafted(client, 'projects', csv(['name', 'amount'], ...rows), {
      columns: strict(...plain('name', 'amount')),
    });
    const { summary, dry_run: counts } = await done(client, one.id, 'check');
    expect(counts).toMatchObject({ read: 900, rejected: 900 });
    const [group] = summary.problems;
    expect(group).toMatchObject({ count: 900, has_more_values: true, rows: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(group.values[0]).toEqual({ value: 'often', count: 300 });
    expect(group.values).toHaveLength(20);
    const columns = Array.from({ length: 60 }, (_, index) => `amount ${index}`);
    const wide = columns.map((name, index) => ({ from: [name], to: `custom_fields.wide_${index}` }));
    const fields = columns.map((name, index) => [`wide_${index}`, { name, field_type: 'number' }]);
    const many = await drafted(
      client,
      'projects',
      csv(['name', ...columns], ['Wide', ...columns.map(() => 'x'.repeat(150))]),
      {
        columns: strict(...plain('name'), ...wide),
        custom_fields: Object.fromEntries(fields),
      },
    );
    const { summary: bounded } = await done(client, many.id, 'check');
    expect(bounded.problems).toHaveLength(40);
    expect(bounded.left_out).toBe(20);
    expect(bounded.problems[0].values).toEqual([{ value: `${'x'.repeat(99)}…`, count: 1 }]);
  });

  it('counts the values that a reference loses because they name nothing', async () => {
    const rows = ['bob@nowhere.test', 'al@nowhere.test', 'bob@nowhere.test', ''].map((who, index) => [
      `E ${index}`,
      who,
    ]);
    const mapping = {
      columns: [...plain('name'), { from: ['owner'], to: 'assigned_to' }],
      references: { assigned_to: { by: 'email', missing: 'empty' } },
    };
    const one = await drafted(client, 'projects', csv(['name', 'owner'], ...rows, ['', 'al@nowhere.test']), mapping);
    const lost = {
      ...{ column: 'owner', field: 'assigned_to', code: 'not_found', count: 3 },
      message: 'names no user by its email, so the field is not filled',
      values: [
        { value: 'bob@nowhere.test', count: 2 },
        { value: 'al@nowhere.test', count: 1 },
      ],
    };
    const checked = await done(client, one.id, 'check');
    expect(checked.summary).toMatchObject({
      warnings: [lost],
      problems: [{ field: 'name', code: 'required', values: [] }],
    });
    const ran = await done(client, one.id, 'run');
    expect(ran).toMatchObject({ counts: { created: 4, rejected: 1 }, summary: { warnings: [lost] } });
  });

  it('tells of rows that a later row with another name replaces', async () => {
    const text = csv(
      ['Job', 'name'],
      ['26-1', 'Library'],
      ['26-2', 'Clinic'],
      ['26-1', 'Museum'],
      ['26-1', 'MUSEUM '],
      ['26-2', 'clinic'],
    );
    const mapping = {
      upsert_by: ['project_number'],
      columns: [...plain('name'), { from: ['Job'], to: 'project_number' }],
    };
    const one = await drafted(client, 'projects', text, mapping);
    const { summary, dry_run: counts } = await done(client, one.id, 'check');
    expect(counts).toMatchObject({ created: 2, superseded: 3 });
    expect(summary.warnings).toMatchObject([
      {
        column: 'name',
        field: 'name',
        code: 'other_name',
        count: 1,
        rows: [1],
        values: [{ value: 'Library', count: 1 }],
      },
    ]);
    const rows = await rowsOf(client, one.id, '&result=superseded');
    expect(rows).toMatchObject([
      {
        ...{ number: 1, superseded_by: 4, superseded_by_line: 5, errors: [] },
        warnings: [
          { code: 'other_name', message: '“Library” is replaced by line 5, which has another name: “MUSEUM”.' },
        ],
      },
      { number: 2, superseded_by: 5, superseded_by_line: 6, errors: [], warnings: [] },
      { number: 3, superseded_by: 4, superseded_by_line: 5, errors: [], warnings: [] },
    ]);
    expect((await rowsOf(client, one.id, '&result=created'))[0]).toMatchObject({ superseded_by: null, warnings: [] });
    const file = (await client.get(`/imports/${one.id}/superseded.csv`)).text;
    expect(file.split('\r\n')[0]).toBe('\ufeffJob,name,problems');
    expect(file.split('\r\n')[2]).toBe('26-2,Clinic,Line 6 replaces this row.');
    expect(file).toContain('26-1,Library,"Line 5 replaces this row.');
    expect(await client.get(`/imports/${one.id}/superseded.ndjson`)).toMatchObject({ status: 404 });
  });

  it('shows near names of companies that it makes, and merges nothing', async () => {
    for (const name of ['Turner Construction', 'Turner & Sons', 'Zebra'])
      await client.post('/companies', { company: { name } });
    await service.second.post('/companies', { company: { name: 'Turner Constr. of the other firm' } });
    const names = [
      'Turner Constr.',
      'The Turner Construction Co',
      'Zebra',
      'Zebra Steel',
      'Quite Another',
      'turner constr.',
    ];
    const mapping = {
      columns: [...plain('name'), { from: ['client'], to: 'company' }],
      references: { company: { by: 'name', missing: 'create' } },
    };
    const one = await drafted(
      client,
      'projects',
      csv(['name', 'client'], ...names.map((name, at) => [`N ${at}`, name])),
      mapping,
    );
    const near = [
      { field: 'company', value: 'Turner Constr.', near: [{ id: expect.any(String), name: 'Turner Construction' }] },
      {
        field: 'company',
        value: 'The Turner Construction Co',
        near: expect.arrayContaining([{ id: expect.any(String), name: 'Turner Construction' }]),
      },
      { field: 'company', value: 'Zebra Steel', near: [{ id: expect.any(String), name: 'Zebra' }] },
    ];
    expect((await done(client, one.id, 'check')).summary.near_names).toEqual(near);
    const ran = await done(client, one.id, 'run');
    expect(ran.summary.near_names).toEqual(near);
    expect(ran).toMatchObject({ made: { companies: 4 } });
  });

  it('goes with the file, and so do the samples of its columns', async () => {
    const one = await drafted(client, 'projects', csv(['name', 'amount'], ['A', 'secret']), {
      columns: strict(...plain('name', 'amount')),
    });
    expect((await done(client, one.id, 'check')).summary.problems).toHaveLength(1);
    expect(await client.delete(`/imports/${one.id}/file`)).toMatchObject({ status: 204 });
    const left = (await client.get(`/imports/${one.id}`)).body.import;
    expect(left).toMatchObject({ summary: null, columns: [{ name: 'name' }, { name: 'amount' }] });
    expect(JSON.stringify(left)).not.toContain('secret');
  });
});

describe('columns that no field takes', () => {
  const text = csv(
    ['Job', 'Foreman’s mood', 'Weather', 'Empty', ''],
    ['Depot', 'fine', 'rain', '', 'x'],
    ['Annex', 'fine', '', ' ', ''],
    ['Barn', 'poor', '', '', ''],
  );
  const toldOf = ({ summary }: Json) => summary.warnings.filter(({ code }: Json) => code === 'not_imported');

  it('are named with their filled cells, in the draft, the check and the run', async () => {
    const one = await upload(client, 'projects', text);
    const [, told] = one.oddities;
    expect(one.columns[0]).toEqual({ name: 'Job', samples: ['Depot', 'Annex', 'Barn'], type: 'text' });
    expect(told).toBe(
      '3 columns are not imported: Foreman’s mood (3 filled), Weather (1 filled), Column 5 (1 filled).',
    );
    const columns = [...one.mapping.columns, { from: [['Foreman’s mood', 'Weather']], to: 'description' }];
    const changed = await client.patch(`/imports/${one.id}`, { import: { mapping: { ...one.mapping, columns } } });
    expect(changed.body.import.oddities.at(-1)).toBe('1 column is not imported: Column 5 (1 filled).');
    await client.patch(`/imports/${one.id}`, { import: { mapping: one.mapping } });
    const checked = await done(client, one.id, 'check');
    expect(checked.oddities).toEqual(one.oddities);
    const groups = [
      {
        ...{ column: 'Foreman’s mood', field: null, code: 'not_imported', count: 3, rows: [1, 2, 3], lines: [2, 3, 4] },
        message: 'Column Foreman’s mood is not imported: no field has this name.',
        values: [
          { value: 'fine', count: 2 },
          { value: 'poor', count: 1 },
        ],
        has_more_values: false,
      },
      { column: 'Weather', count: 1, values: [{ value: 'rain', count: 1 }], lines: [2] },
      { column: 'Column 5', count: 1 },
    ];
    expect(toldOf(checked)).toMatchObject(groups);
    expect(toldOf(await done(client, one.id, 'run'))).toMatchObject(groups);
  });

  it('are named with the reason', async () => {
    const rows = [
      ['Job Name', 'Area (m²)', 'Bid Due Date', 'Due', 'Mood'],
      ['Depot', '100', '2026-03-14', '2026-03-15', 'fine'],
    ];
    const one = await upload(client, 'projects', csv(...rows));
    const reasons = async () =>
      toldOf(await done(client, one.id, 'check')).map(({ message }: Json) => message.replace(/^.*?: /, ''));
    expect(await reasons()).toEqual([
      'its name fits the field square feet, but its cells or its unit do not.',
      'column Bid Due Date fills the field bid due date already.',
      'no field has this name.',
    ]);
    const columns = one.mapping.columns.filter(({ to }: Json) => to === 'name');
    await client.patch(`/imports/${one.id}`, { import: { mapping: { ...one.mapping, columns } } });
    expect(await reasons()).toEqual([
      ...Array.from({ length: 3 }, () => 'the mapping leaves it out.'),
      'no field has this name.',
    ]);
  });

  it('are counted in all rows, and do not displace the problems', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `Extra ${index}`);
    const rows = Array.from({ length: 90 }, (_, index) => [`Job ${index}`, 'much', ...names.map(() => 'x')]);
    const one = await drafted(client, 'projects', csv(['name', 'amount', ...names], ...rows), {
      columns: plain('name', 'amount'),
    });
    const checked = await done(client, one.id, 'check');
    expect(toldOf(checked)).toHaveLength(100);
    expect(toldOf(checked)[99]).toMatchObject({ column: 'Extra 99', count: 90 });
    expect([...checked.summary.problems, ...checked.summary.warnings][0]).toMatchObject({
      column: 'amount',
      count: 90,
    });
    expect(checked.summary.left_out).toBe(20 * 90);
  });
});

describe('a file of the columns of an earlier import', () => {
  const text = csv(['Ref', 'Working title', 'What it costs'], ['1', 'Lab', 'much'], ['2', 'Tower', '5']);
  const mapping = {
    upsert_by: ['project_number'],
    columns: [
      { from: ['Ref'], to: 'project_number' },
      { from: ['Working title'], to: 'name' },
      { from: ['What it costs'], to: 'amount', invalid: 'reject' },
    ],
  };

  it('is proposed its mapping, and the reasons of a file of rejected rows are no data', async () => {
    const other = await upload(client, 'projects', text);
    expect(other.mapping.columns).not.toEqual(mapping.columns);
    const one = await drafted(client, 'projects', text, mapping);
    // A mapping that was neither checked nor run is not proposed.
    expect((await upload(client, 'projects', text)).mapping.columns).not.toEqual(mapping.columns);
    await done(client, one.id, 'run');
    const rejected = (await client.get(`/imports/${one.id}/rejected.csv`)).text;
    const again = await upload(client, 'projects', rejected.replace('much', '7'));
    expect(again.mapping).toMatchObject(mapping);
    expect(again.oddities).toEqual([
      `The columns are those of import ${one.id} (${one.name}), so its mapping is proposed.`,
      'The column "problems" has the reasons of an earlier import. It is not imported.',
    ]);
    expect(await done(client, again.id, 'run')).toMatchObject({ counts: { read: 1, created: 1 } });
    const patched = await client.patch(`/imports/${again.id}`, { import: { name: 'Again' } });
    expect(patched).toMatchObject({ status: 409 });
    // The rejected rows of that file have the same columns again.
    expect((await upload(client, 'projects', text)).mapping).toMatchObject(mapping);
    // A mapping that can read no value of a column is for files of another form.
    const euros = csv(['Ref', 'Working title', 'What it costs'], ['1', 'Lab', 'five'], ['2', 'Tower', 'six']);
    expect((await upload(client, 'projects', euros)).mapping.columns).not.toEqual(mapping.columns);
    expect((await upload(client, 'leads', text)).mapping.columns).not.toEqual(mapping.columns);
    const fewer = csv(['Ref', 'Working title'], ['1', 'Lab']);
    expect((await upload(client, 'projects', fewer)).mapping.columns).not.toEqual(mapping.columns.slice(0, 2));
  });

  it('is not proposed a mapping that nobody chose', async () => {
    const header = ['Log No', 'Job Name', 'Customer', 'Bids Due'];
    const first = await upload(
      client,
      'projects',
      csv(header, ['K-13', 'Alpha', 'Acme', 'Q3'], ['K-14', 'Beta', '', 'Q4']),
    );
    const toOf = ({ mapping: { columns } }: Json) => columns.map(({ to }: Json) => to);
    expect(toOf(first)).not.toContain('bid_due_date');
    await done(client, first.id, 'check');
    const mended = csv(header, ['K-13', 'Alpha', 'Acme', '3/14/2026'], ['K-14', 'Beta', '', '3/15/2026']);
    const second = await upload(client, 'projects', mended);
    expect(toOf(second)).toContain('bid_due_date');
    expect(second.oddities).toEqual(['1 column is not imported: Log No (2 filled).']);
    const columns = second.mapping.columns.filter(({ to }: Json) => to !== 'company');
    await client.patch(`/imports/${second.id}`, {
      import: { mapping: { ...second.mapping, columns, references: {} } },
    });
    await done(client, second.id, 'check');
    // The service proposes a chosen mapping again, also after an import that took it as proposed.
    const third = await upload(client, 'projects', mended);
    expect(third.oddities[0]).toContain(`The columns are those of import ${second.id} `);
    await done(client, third.id, 'check');
    const fourth = await upload(client, 'projects', mended);
    expect(fourth.oddities[0]).toContain(`The columns are those of import ${third.id} `);
    expect(toOf(fourth)).toEqual(toOf({ mapping: { columns } }));
  });

  it('is proposed a saved mapping first, and never one of another account', async () => {
    const theirs = await upload(service.second, 'projects', text);
    expect(theirs.mapping.columns).not.toEqual(mapping.columns);
    expect(theirs.oddities).toEqual([expect.stringContaining('not imported: ')]);
    const saved = { name: 'Costs', as: 'projects', mapping: { ...mapping, columns: mapping.columns.slice(0, 2) } };
    expect(await client.post('/import_mappings', { import_mapping: saved })).toMatchObject({ status: 201 });
    const one = await upload(client, 'projects', text);
    expect(one.mapping.columns).toEqual(mapping.columns.slice(0, 2));
    expect(one.oddities).toEqual(['1 column is not imported: What it costs (2 filled).']);
  });
});
