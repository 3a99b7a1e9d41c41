import { describe, expect, test } from 'vitest';
import type { Transform } from '../../../src/resources/transfer/mapping.ts';
import { numberReader } from '../../../src/transfer/mapping/reading-text/numbers.ts';
import { isUnfit } from '../../../src/transfer/mapping/reading-text/unfit.ts';
import { compileMapping } from '../../../src/transfer/mapping/compile-mapping.ts';
import { numberNotes } from '../../../src/transfer/mapping/proposing/number-notes.ts';
import { proposed } from './proposal-support.ts';
import { column, filled } from './support.ts';

describe('number', () => {
  const numbers: readonly (readonly [
    form: Extract<Exclude<Transform, string>, { number: unknown }>['number'],
    cell: unknown,
    result: number | null,
  ])[] = [
    [{}, '1,234,567.89', 1_234_567.89],
    [{}, '1234567', 1_234_567],
    [{}, '$ 1,200', 1200],
    [{}, 'USD 1,200.00', 1200],
    [{}, '1,200 EUR', 1200],
    [{}, '(1,200.50)', -1200.5],
    [{}, '($1,200)', -1200],
    [{}, '-$1,200', -1200],
    [{}, '$-1,200', -1200],
    [{}, '1,200-', -1200],
    [{}, '12,000 SF', 12_000],
    [{}, '.5', 0.5],
    [{}, 1200.5, 1200.5],
    [{ decimal: ',' }, '1.234,5', 1234.5],
    [{ decimal: ',', group: ' ' }, '1 234\u00a0567,5', 1_234_567.5],
    [{ times: 100 }, '19.99', 1999],
    [{ times: 100 }, 1.1, 110],
    [{ times: 0.01 }, '7', 0.07],
    [{}, '$1.2M', 1_200_000],
    [{}, '850k', 850_000],
    [{}, '850K', 850_000],
    [{}, '1.5 MM', 1_500_000],
    [{}, '2 million', 2_000_000],
    [{}, '$3.4mil', 3_400_000],
    [{}, '($1.25 M)', -1_250_000],
    [{}, '12 thousand', 12_000],
    [{}, '1.1B', 1_100_000_000],
    [{}, '2.01bn', 2_010_000_000],
    [{}, 'USD 1.2M', 1_200_000],
    [{}, '1.2M USD', 1_200_000],
    [{}, '1.005M', 1_005_000],
    [{}, '120k SF', 120_000],
    [{}, '1.2 million sq ft', 1_200_000],
    [{ decimal: ',' }, '2,5 Mio. €', 2_500_000],
    [{ decimal: ',' }, '1,2 Mrd EUR', 1_200_000_000],
    [{ decimal: ',' }, '850 Tsd.', 850_000],
    [{ times: 100 }, '$1.1M', 110_000_000],
    [{ decimal: ',' }, '1,2M', 1_200_000],
    [{ decimal: ',' }, '1.250 k', 1_250_000],
    [{ decimal: ',' }, '1.2M', null],
    [{}, '1,2M', null],
    [{}, '12 MSF', null],
    [{}, '12 M SF', null],
    [{}, '12M sqft', null],
    [{}, '12KSF', null],
    [{}, '5k%', null],
    [{}, '$4M-5M', null],
    [{}, '5M+', null],
    [{}, 'M', null],
    [{}, '$k', null],
    [{}, '5 men', null],
    [{}, '1,23', null],
    [{}, '12,34,567', null],
    [{}, '1.2.3', null],
    [{}, '--5', null],
    [{}, '(5', null],
    [{}, '(-5)', null],
    [{}, '$', null],
    [{}, '25%', null],
    [{}, '1e5', null],
    [{}, 'about 5', null],
    [{}, '~850k', 850_000],
    [{}, '≈ 1.5', 1.5],
    [{}, 'approx. $1.2M', 1_200_000],
    [{}, 'ca 900', 900],
    [{}, '$1.2M +/-', 1_200_000],
    [{}, '12,000 SF ±', 12_000],
    [{}, '~18,400 SF', 18_400],
    [{}, '$640,000*', 640_000],
    [{}, '850k approx', 850_000],
    [{}, '~', null],
    [{}, 'est', null],
    [{}, '5*6', null],
    [{}, '$ (400,000.00)', -400_000],
    [{}, ' $(1,200) ', -1200],
    [{}, '( 1,200.50 )', -1200.5],
    [{}, '1,200.00- USD', -1200],
    [{}, '1,200.00 USD-', -1200],
    [{}, 'R$ 1,200', 1200],
    [{}, '₹1,200.50', 1200.5],
    [{}, '¥ 1,200', 1200],
    [{}, 'CHF 1’250’000.50', 1_250_000.5],
    [{}, "1'250'000", 1_250_000],
    [{}, '1 250 000', 1_250_000],
    [{}, '1\u202f250\u202f000.5', 1_250_000.5],
    [{}, '1,250,000.-', 1_250_000],
    [{ decimal: ',' }, '1.250.000,00 €', 1_250_000],
    [{ decimal: ',' }, '(1.250,00) €', -1250],
    [{ decimal: ',' }, '1.250,--', 1250],
    [{ decimal: ',' }, '1 250 000,50 kr', 1_250_000.5],
    [{ decimal: ',' }, '1.250,00 zł', 1250],
    [{}, '300.29999999999995', 300.3],
    [{}, 1234567.8900000001, 1_234_567.89],
    [{}, '1,2 345', null],
  ];

  test.each([' $ -   ', '€ -', '$-', '- €', '–', 'CHF --', 'kr -'])('reads %j as blank', (cell) => {
    const { fields, problems } = filled('amount', cell, { transform: [{ number: {} }] });
    expect({ fields, problems }).toEqual({ fields: {}, problems: [] });
  });

  test.each<[string, unknown, number]>([
    ['amount', '356123.45678', 356_123.46],
    ['amount', 2450000.5600000005, 2_450_000.56],
    ['amount', '1.005', 1.01],
    ['square_feet', '12500.5', 12_501],
    ['value_in_cents', 35612345.678, 35_612_346],
  ])('%s rounds %j to the decimals of the field', (to, cell, value) => {
    const family = to === 'value_in_cents' ? 'leads' : 'projects';
    const { fields, problems } = filled(to, cell, { family });
    expect(problems).toEqual([]);
    expect(fields).toEqual({ [to]: value });
  });

  test.each(numbers)('%j reads %j as %j', (number, cell, result) => {
    const { fields, problems } = filled('custom_fields.n', cell, {
      transform: [{ number }],
      customFields: [{ api_name: 'n', name: 'N', field_type: 'number', options: [] }],
    });
    expect(fields['custom_fields'] ?? null).toEqual(result === null ? null : { n: result });
    expect(problems.map(({ to, code }) => ({ to, code }))).toEqual(
      result === null ? [{ to: 'custom_fields.n', code: 'invalid_format' }] : [],
    );
  });

  test('reads percents for a fraction only', () => {
    expect(filled('probability', '25%', { transform: [{ number: {} }] }).fields).toEqual({ probability: 0.25 });
    expect(filled('amount', '25%', { transform: [{ number: {} }] }).problems).toHaveLength(1);
  });
});

test.each(['(', '$', '1', '1,234', '- (', 'USD'])(
  'a text of blanks behind %j takes no longer than another',
  (start) => {
    // A pattern that tries all ways to share the blanks would need minutes for these.
    const texts = Array.from({ length: 60 }, (_, index) => `${start}${' '.repeat(94 - (index % 20))}x`);
    const read = numberReader({}, true);
    expect(texts.map((text) => isUnfit(read(text)))).toEqual(texts.map(() => true));
  },
);

test('a number that begins with 0 has no thousands', () => {
  const read = numberReader({ decimal: ',', group: '.' }, false);
  expect(['0.850', '0.125'].map((text) => isUnfit(read(text)))).toEqual([true, true]);
  expect(read('850.000')).toBe(850_000);
});

describe('a number that is not stored as its cell has it', () => {
  const lostOf = (to: string, cell: unknown, currency?: string) => {
    const scope = { family: 'projects', columns: [{ name: 'A' }], customFields: [], timeZone: 'UTC' } as const;
    const columns = [{ from: ['A'], to, transform: [{ number: {} }] }] as const;
    const mapping = { upsert_by: [], columns, constants: {}, references: {}, custom_fields: {} };
    return compileMapping(mapping, currency === undefined ? scope : { ...scope, currency })([cell]).lost;
  };

  test('is named with its value if it is rounded', () => {
    expect(lostOf('square_feet', '12.5')).toMatchObject([
      { column: 'A', code: 'rounded', value: '12.5', message: expect.stringContaining('is rounded to 13') },
    ]);
    for (const cell of ['12,500', 12_500, '12.0', '12.5k']) expect(lostOf('square_feet', cell)).toEqual([]);
  });

  test('is named with its value if an amount loses more than cents', () => {
    for (const cell of ['356,123.45678', 356_123.456_78])
      expect(lostOf('amount', cell, 'USD')).toMatchObject([
        { column: 'A', code: 'rounded', message: expect.stringContaining('is rounded to 356123.46, to cents') },
      ]);
    for (const cell of ['85,000.10', 0.1 + 0.2, '1.2M', 1_234_567.129_999_999_9])
      expect(lostOf('amount', cell)).toEqual([]);
  });

  test.each([
    ['€ 640,000', 'EUR'],
    ['85,000 GBP', 'GBP'],
    ['85,000 cad', 'CAD'],
    ['C$ 85,000', 'CAD'],
    ['CA$85,000', 'CAD'],
    ['£85k', 'GBP'],
    ['1.2M EUR', 'EUR'],
  ])('is named if it has another currency: %s', (cell, currency) => {
    const message = expect.stringContaining(`is in ${currency}. The number is imported as USD`);
    expect(lostOf('amount', cell, 'USD')).toMatchObject([{ code: 'other_currency', value: cell, message }]);
    expect(lostOf('amount', cell, currency)).toEqual([]);
  });

  test('is not named if it may have the currency of the account', () => {
    for (const cell of ['$85,000', 'US$ 5', '85,000 USD', '85,000', 85_000, '1.2 mil', '1.2 M$', '1,000 all in'])
      expect(lostOf('amount', cell, 'USD')).toEqual([]);
    expect(lostOf('amount', '$85,000', 'CAD')).toEqual([]);
    expect(lostOf('amount', '$85,000', 'EUR')).toMatchObject([{ code: 'other_currency' }]);
  });
});

describe('the name of a column', () => {
  const readBy = (header: string, value: string) =>
    proposed('projects', { Project: ['A'], [header]: [value] }).byTarget;

  test.each([
    ...['Amount (mil)', 'Amount (M)', 'Amount (mill.)', 'Amount ($ millions)', 'Amount (MM)'].map(
      (name) => ['amount', name, 1_000_000] as const,
    ),
    ...['Amount (K)', 'Amount (x1000)'].map((name) => ['amount', name, 1000] as const),
    ...['Amount (hundreds)', 'Amount (00s)'].map((name) => ['amount', name, 100] as const),
    ...['1000 SF', '1,000 SF', '1000 sq ft', 'SF x1000', '000 SF', 'KSF', 'SF in thousands'].map(
      (hint) => ['square_feet', `Area (${hint})`, 1000] as const,
    ),
  ])('of %s states a factor: %s', (target, header, times) => {
    const [, ...steps] = [readBy(header, '12.5')[target]].flat();
    expect(steps).toContainEqual({ number: { times } });
  });

  test('of an area that states no clear unit fills no field', () => {
    for (const hint of ['MSF', 'M', 'M sq ft']) expect(readBy(`Area (${hint})`, '12.5')['square_feet']).toBeUndefined();
    expect(readBy('Area (SF)', '12')['square_feet']).not.toContainEqual({ number: { times: 1000 } });
  });

  test('or its values that state another currency are named', () => {
    const notesOf = (name: string, samples: readonly string[]) => {
      const scope = {
        family: 'projects',
        columns: [column(name, samples)],
        customFields: [],
        currency: 'USD',
      } as const;
      const columns = [{ from: [name], to: 'amount' }];
      return numberNotes(
        { upsert_by: [], columns, constants: {}, references: {}, custom_fields: {} },
        { ...scope, entriesOf: () => [] },
      );
    };
    expect(notesOf('Amount (EUR)', ['5'])).toEqual([
      expect.stringContaining('Column Amount (EUR): the name says EUR, and the account has USD.'),
    ]);
    expect(notesOf('Amount', ['$5', '€ 640,000', '85,000 GBP'])).toEqual([
      expect.stringContaining(
        'Column Amount: 2 of the first 3 different values have another currency than USD, such as "€ 640,000"',
      ),
    ]);
    for (const name of ['Amount (USD)', 'Amount ($)', 'All Bids', 'Amount'])
      expect(notesOf(name, ['$5', '6'])).toEqual([]);
  });
});
