import { describe, expect, test } from 'vitest';
import { filled, rowOf } from './support.ts';

describe('date', () => {
  const dates: readonly (readonly [pattern: string, text: string, result: string | null])[] = [
    ['MM/dd/yyyy', '1/5/2023', '2023-01-05'],
    ['MM/dd/yyyy', '2023-01-05', '2023-01-05'],
    ['dd.MM.yyyy', '31.12.2023', '2023-12-31'],
    ['M/d/yy', '2/28/23', '2023-02-28'],
    ['M/d/yy', '2/28/70', '1970-02-28'],
    ['M/d/yy', '2/28/69', '2069-02-28'],
    ['yyyyMMdd', '20230105', '2023-01-05'],
    ['MMM d, yyyy', 'Sept 5, 2023', '2023-09-05'],
    ['d-MMM-yy', '5-Mär-23', '2023-03-05'],
    ['d-MMM-yy', '5-août-23', '2023-08-05'],
    ['EEEE d MMMM yyyy', 'sábado 5 agosto 2023', '2023-08-05'],
    ['MMM d, yyyy', 'SEPTEMBER 5, 2023', '2023-09-05'],
    ['EEEE, MMMM d, yyyy', 'Thursday, January 5, 2023', '2023-01-05'],
    ['dd-MMM-yyyy', '05-Jan-2023', '2023-01-05'],
    ["d 'de' M 'de' yyyy", '5 de 1 de 2023', '2023-01-05'],
    ['MM/dd/yyyy', '31/02/2023', null],
    ['MM/dd/yyyy', '02/29/2023', null],
    ['MM/dd/yyyy', '1/5/23', null],
    ['MMM d, yyyy', 'Foo 5, 2023', null],
    ['MM/dd/yyyy', '1/5/2023 and more', null],
    ['M/d/yy', '1/5/2023', null],
    ['M/d/yy h:mm a', '1/5/2023 2:00 PM', null],
    ['yyyy/M/d', '23/1/5', null],
    ['yyMMdd', '20230105', null],
  ];

  test.each(dates)('%s reads %j as %j', (date, text, result) => {
    const { fields, problems } = filled('start_date', text, { transform: [{ date }] });
    expect(fields).toEqual(result === null ? {} : { start_date: result });
    expect(problems).toHaveLength(result === null ? 1 : 0);
  });

  const times: readonly (readonly [pattern: string, text: string, instant: string])[] = [
    ['M/d/yyyy h:mm a', '1/5/2023 2:30 PM', '2023-01-05T20:30:00Z'],
    ['M/d/yyyy h:mm a', '1/5/2023 12:05 a.m.', '2023-01-05T06:05:00Z'],
    ['MM/dd/yyyy HH:mm:ss', '07/05/2023 14:00:09', '2023-07-05T19:00:09Z'],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", '2023-01-05T14:00:00+01:00', '2023-01-05T13:00:00Z'],
    ['yyyy-MM-dd HH:mm:ss.SSS', '2023-01-05 14:00:00.250', '2023-01-05T20:00:00.250Z'],
  ];

  test.each(times)('%s reads %j in the zone of the account', (date, text, instant) => {
    expect(filled('bid_due_at', text, { transform: [{ date }] }).fields).toEqual({ bid_due_at: instant });
  });

  test('a fault names the column, the text and the form that was expected', () => {
    const { problems } = rowOf(
      { columns: [{ from: ['DATE ISSUED'], to: 'start_date', transform: [{ date: 'MM/dd/yyyy' }] }] },
      { 'DATE ISSUED': ' 31/02/2023' },
    );
    expect(problems).toEqual([
      {
        to: 'start_date',
        column: 'DATE ISSUED',
        code: 'invalid_format',
        message: 'Column DATE ISSUED: "31/02/2023" is not a date of the form MM/dd/yyyy.',
        value: '31/02/2023',
        rejects: false,
      },
    ]);
  });

  describe('of several patterns', () => {
    const date = ['M/d/yyyy', 'M/d/yy', 'd-MMM-yyyy'];

    test.each([
      ['3/14/2026', '2026-03-14'],
      ['3/14/26', '2026-03-14'],
      ['14-Mar-2026', '2026-03-14'],
      ['2026-03-14', '2026-03-14'],
    ])('the first that reads %j counts', (text, result) => {
      expect(filled('start_date', text, { transform: [{ date }] })).toMatchObject({
        fields: { start_date: result },
        problems: [],
      });
    });

    test('a date that two of them read is read by the first', () => {
      const read = (...patterns: readonly string[]) =>
        filled('start_date', '1/2/2026', { transform: [{ date: patterns }] }).fields;
      expect(read('M/d/yyyy', 'd/M/yyyy')).toEqual({ start_date: '2026-01-02' });
      expect(read('d/M/yyyy', 'M/d/yyyy')).toEqual({ start_date: '2026-02-01' });
    });

    test('a fault names all of them', () => {
      expect(filled('start_date', '14.3.2026', { transform: [{ date }] }).problems).toMatchObject([
        { message: 'Column A: "14.3.2026" is not a date of the form M/d/yyyy, M/d/yy or d-MMM-yyyy.' },
      ]);
    });
  });
});
