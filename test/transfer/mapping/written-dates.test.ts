import { describe, expect, test } from 'vitest';
import type { ImportedFamily } from '../../../src/resources/transfer/imports.ts';
import type { MappableCustomField } from '../../../src/resources/transfer/targets.ts';
import { compileMapping } from '../../../src/transfer/mapping/compile-mapping.ts';
import { toldOrder } from '../../../src/transfer/mapping/proposing/day-order.ts';
import { earlyTimes } from '../../../src/transfer/mapping/proposing/early-times.ts';
import { proposeMapping } from '../../../src/transfer/mapping/propose-mapping.ts';
import { column, customField, mistakes } from './support.ts';

interface Options {
  readonly timeZone?: string;
  readonly customFields?: readonly MappableCustomField[];
}

/** The fields of the rows of a file, by the mapping that is proposed for it, and what the proposal assumes. */
function read(
  family: ImportedFamily,
  columns: Readonly<Record<string, readonly string[]>>,
  { timeZone = 'America/Chicago', customFields = [] }: Options = {},
) {
  const described = Object.entries(columns).map(([name, samples]) => column(name, samples));
  const scope = { family, columns: described, customFields, timeZone, entriesOf: () => [] };
  const mapping = proposeMapping(scope);
  const map = compileMapping(mapping, scope);
  const count = Math.max(...Object.values(columns).map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, at) => map(Object.values(columns).map((cells) => cells[at] ?? null)));
  return {
    mapped: mapping.columns.map(({ to }) => to),
    rows: rows.map(({ fields }) => fields),
    problems: rows.flatMap(({ problems }) => problems.map(({ value }) => value)),
    told: toldOrder(described, mapping, timeZone),
    early: earlyTimes(mapping, scope),
  };
}

test('times that may be meant in the afternoon are told', () => {
  const days = ['9/13/2026', '9/14/2026', '9/15/2026'];
  expect(read('projects', { Name: [], 'Bid Date': days, 'Bid Time': ['2:00', '10:30', '3:00 PM'] }).early).toEqual([
    'Column Bid Time: times such as "2:00" have no AM or PM, so they are read as in the morning. To import them as in ' +
      'the afternoon, write them with PM or as 14:00.',
  ]);
  expect(read('projects', { Name: [], 'Bid Due': ['9/13/2026 2:00', '9/14/2026 11:00'] }).early).toHaveLength(1);
  for (const times of [
    ['9:00', '11:00', '10:30'],
    ['2:00', '14:00', '9:00'],
    ['02:00', '09:00', '10:30'],
    ['2 PM', '9:00', ''],
  ]) {
    expect(read('projects', { Name: [], 'Bid Date': days, 'Bid Time': times }).early).toEqual([]);
  }
});

describe('a column of dates as people write them', () => {
  test.each([
    '3/14/2026 @ 2:00 PM',
    '3/14/2026, 2:00 PM',
    '3/14/2026 2 PM',
    '3/14/26 2p',
    '3/14/2026 14h00',
    '3/14/2026 1400 hrs',
    '3/14/2026 (2 p.m.)',
    '3/14/2026 - 2:00 PM CDT',
    'Sat. March 14th, 2026 at 2:00 pm CT',
    '14-Mar-26 2pm',
    '3/14/2026 12 pm PT',
    '2:00 PM local time, 3/14/2026',
    'Sa., 14.03.2026 um 14 Uhr',
    'Samstag, den 14. März 2026, 14:00 Uhr',
    'sam. 14 mars 2026 à 14 h 00',
    'le 14 mars 2026, 14h',
    'sábado, 14 de marzo de 2026 a las 14:00 h',
    'sabato 14 marzo 2026 alle 14:00',
  ])('is read with its hour: %s', (text) => {
    const { rows } = read('projects', { Project: ['Depot', 'Annex'], 'Bid Due': [text, 'TBD'] });
    expect(rows).toEqual([{ name: 'Depot', bid_due_at: '2026-03-14T19:00:00Z' }, { name: 'Annex' }]);
  });

  test('is read in each family, and by each field of a day', () => {
    const fields = [customField('permit_due', 'date')];
    const due = ['3/14/2026 noon', '46095', '3/15/2026', 'soon'];
    const days = ['2026-03-14', '2026-03-14', '2026-03-15', undefined];
    const custom = read('projects', { Project: ['A'], permit_due: due }, { customFields: fields });
    expect(
      custom.rows.map((row) => (row['custom_fields'] as Record<string, unknown> | undefined)?.['permit_due']),
    ).toEqual(days);
    expect(custom.problems).toEqual(['soon']);
    const leads = read('leads', { Lead: ['A'], 'Est. Start': due });
    expect(leads.rows.map((row) => row['estimated_start_date'])).toEqual(days);
    const tasks = read('tasks', { Task: ['A'], 'Due Date': due });
    expect(tasks.rows.map((row) => row['deadline'])).toEqual(days);
    const calls = read('calls', { Notes: ['A', 'B'], 'Call Date': ['3/14/2025 @ 2 PM', '3/15/2025 @ 9 AM'] });
    expect(calls.rows).toMatchObject([
      { recorded_at: '2025-03-14T19:00:00Z' },
      { recorded_at: '2025-03-15T14:00:00Z' },
    ]);
  });

  test.each([
    ['German', ['14-Jan-26', '14-Feb-26', '14-Mär-26', '14-Apr-26', '14-Mai-26', '14-Jun-26'], [1, 2, 3, 4, 5, 6]],
    ['German, later', ['14. Juli 2026', '14. Aug. 2026', '14. Okt. 2026', '14. Dezember 2026'], [7, 8, 10, 12]],
    [
      'French',
      ['14-janv-26', '14-févr-26', '14-mars-26', '14-juin-26', '14-juil-26', '14-août-26'],
      [1, 2, 3, 6, 7, 8],
    ],
    ['Spanish', ['14-ene-26', '14-abr-26', '14-ago-26', '14 de septiembre de 2026', '14-dic-26'], [1, 4, 8, 9, 12]],
    ['Portuguese', ['14/fev/26', '14-mai-26', '14-set-26', '14-out-26', '14-dez-26'], [2, 5, 9, 10, 12]],
    ['Italian', ['14-gen-26', '14-mag-26', '14-giu-26', '14-lug-26', '14-ott-26'], [1, 5, 6, 7, 10]],
    ['Dutch', ['14-mrt-26', '14-mei-26', '14 maart 2026', '14-okt-26'], [3, 5, 3, 10]],
  ])('may have the names of months in %s', (_, texts, months) => {
    const { rows, problems } = read('projects', { Project: texts.map((text) => `P ${text}`), 'Bid Date': texts });
    const days = months.map((month) => `2026-${String(month).padStart(2, '0')}-14`);
    expect(rows.map((row) => row['bid_due_date'])).toEqual(days);
    expect(problems).toEqual([]);
  });

  test('may have ordinal numbers as days', () => {
    const texts = ['1er janvier 2026', '1º de febrero de 2026', '1° marzo 2026', 'April 1st, 2026'];
    const { rows, problems } = read('projects', { Project: texts.map((text) => `P ${text}`), 'Bid Date': texts });
    expect(rows.map((row) => row['bid_due_date'])).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']);
    expect(problems).toEqual([]);
  });

  test('may hold the days that Excel counts, also with the hour', () => {
    const { rows } = read('projects', { Project: ['A', 'B'], 'Bid Date': ['46095', '46102.5'] });
    expect(rows).toMatchObject([{ bid_due_date: '2026-03-14' }, { bid_due_at: '2026-03-21T17:00:00Z' }]);
  });

  test('leaves what counts from today, has no year or can mean two times', () => {
    const doubtful = ['tomorrow', '+7', 'fri', '3/14', 'mar 14 2p', '7/17/2026 2 PM CST', 'Fri 3/14/2026', 'Q3 2026'];
    const sound = doubtful.map((_, at) => `3/${at + 13}/2026 2 PM`);
    const { problems } = read(
      'projects',
      { Project: ['A'], 'Bid Due': [...sound, ...doubtful] },
      { timeZone: 'America/New_York' },
    );
    expect(problems).toEqual(doubtful);
    expect(read('projects', { Project: ['A'], 'Bid Due': doubtful }).mapped).toEqual(['name']);
  });

  test('is a valid step by the word for its order', () => {
    const columns = (date: unknown) => ({ columns: [{ from: ['A'], to: 'name', transform: [{ date }] }] });
    expect(mistakes(columns(['M/d/yyyy', 'month-first']), { columns: ['A'] })).toEqual([]);
    expect(mistakes(columns('year-first'), { columns: ['A'] })).toMatchObject([{ code: 'invalid_format' }]);
  });
});

describe('the order of day and month', () => {
  const file = {
    Project: ['Depot', 'Annex'],
    'Bid Due': ['04/03/2026', '05/03/2026 2 PM'],
    'Start Date': ['01/05/2026', '02/06/2026'],
  };

  test('is that of all dates of the file', () => {
    const { rows, told } = read('projects', { ...file, 'End Date': ['25/09/2026', '30/11/2026'] });
    expect(rows).toMatchObject([
      { bid_due_date: '2026-03-04', start_date: '2026-05-01', end_date: '2026-09-25' },
      { bid_due_at: '2026-03-05T20:00:00Z', start_date: '2026-06-02', end_date: '2026-11-30' },
    ]);
    expect(told).toEqual([]);
    const unmapped = read('projects', { ...file, 'Site visit of the team': ['25/09/2026', '1/2/2026'] });
    expect(unmapped.rows).toMatchObject([{ bid_due_date: '2026-03-04' }, { start_date: '2026-06-02' }]);
  });

  test('leaves out a column that contradicts the others', () => {
    const days = ['25/09/2026', '30/11/2026', '28/11/2026'];
    const { mapped } = read('projects', { ...file, 'End Date': days, 'Award Date': ['3/14/2026', '3/15/2026'] });
    expect(mapped).toEqual(['name', 'bid_due_at', 'start_date', 'end_date']);
  });

  test('is not told by numbers of jobs, nor by a text that only begins with a date', () => {
    const { rows } = read('projects', {
      ...file,
      'Job #': ['26-03-14', '26-04-02'],
      Notes: ['25/9/2026 called Bob', 'wants'],
    });
    expect(rows).toMatchObject([{ bid_due_date: '2026-04-03' }, {}]);
  });

  test.each([
    ['Wed 3/4/2026', '2026-03-04'],
    ['Fri 3/4/2026', '2026-04-03'],
    ['Wednesday, 03/04/2026 2 PM', '2026-03-04'],
    ['Mi, 4/3/2026', '2026-03-04'],
    ['mercredi 4/3/2026', '2026-03-04'],
    ['miércoles 4/3/2026', '2026-03-04'],
    ['mié. 4-3-2026', '2026-03-04'],
    ['vendredi 3/4/2026 à 14h00', '2026-04-03'],
  ])('is told by a weekday: %s', (text, day) => {
    for (const timeZone of ['America/Chicago', 'Europe/Berlin']) {
      const { rows, told } = read(
        'projects',
        { Project: ['A'], 'Bid Due': [text], 'Start Date': ['5/6/2026'] },
        { timeZone },
      );
      expect(String(rows[0]?.['bid_due_date'] ?? rows[0]?.['bid_due_at']).slice(0, 10)).toBe(day);
      const isDayFirst = /^\D+(\d+)/.exec(text)?.[1] === String(Number(day.slice(8)));
      expect(rows[0]?.['start_date']).toBe(isDayFirst ? '2026-06-05' : '2026-05-06');
      expect(told).toEqual([]);
    }
  });

  test('is not told by a weekday that both orders have or none', () => {
    const days = { Project: ['A', 'B'], 'Bid Due': ['Mon 3/4/2026', 'Sun 5/5/2026'], 'Start Date': ['5/6/2026'] };
    const { told, mapped } = read('projects', days);
    expect(told).toEqual([expect.stringContaining('The file does not tell')]);
    expect(mapped).toEqual(['name', 'start_date']);
  });

  test.each([
    ['America/Chicago', 'month first', '2026-04-03'],
    ['America/Toronto', 'month first', '2026-04-03'],
    ['Pacific/Honolulu', 'month first', '2026-04-03'],
    ['Europe/Berlin', 'day first', '2026-03-04'],
    ['Australia/Sydney', 'day first', '2026-03-04'],
    ['America/Mexico_City', 'day first', '2026-03-04'],
  ])('is that of the zone %s where no date tells it, and the draft says so', (timeZone, words, day) => {
    const { rows, told } = read('projects', file, { timeZone });
    expect(rows[0]).toMatchObject({ bid_due_date: day });
    expect(told).toEqual([
      'The file does not tell whether dates, such as 04/03/2026 in Bid Due, Start Date, have the day or the month first. ' +
        `They are read with the ${words}, as is usual in the time zone of the account (${timeZone}). ` +
        'To change this, change the date step of these columns.',
    ]);
  });
});

describe('a column of hours beside one of days', () => {
  test.each([
    ['Bid Date', 'Bid Time'],
    ['Due Date', 'Due Time'],
    ['Bid Due Date', 'Time Due'],
    ['Bid Date', 'Time'],
    ['Closing Date', 'Closing Time'],
  ])('fills the instant with it: %s, %s', (day, time) => {
    const { rows } = read('projects', {
      Project: ['A', 'B', 'C', 'D', 'E'],
      [day]: ['9/10/2026', '2026-09-11', '9/12/2026', '9/14/2026', 'TBD'],
      [time]: ['2:00 PM', '10:30', '', 'end of day', '2 PM'],
    });
    expect(rows).toEqual([
      { name: 'A', bid_due_date: '2026-09-10', bid_due_at: '2026-09-10T19:00:00Z' },
      { name: 'B', bid_due_date: '2026-09-11', bid_due_at: '2026-09-11T15:30:00Z' },
      { name: 'C', bid_due_date: '2026-09-12' },
      { name: 'D', bid_due_date: '2026-09-14' },
      { name: 'E' },
    ]);
  });

  test('may have hours of four digits, and a fault shows the texts of both', () => {
    const cells = {
      Project: ['A', 'B', 'C'],
      'Bid Date': ['3/16/26', '2026-03-17', '3/18/26'],
      'Bid Time': ['1400', '0930', 'call Bob'],
    };
    const { rows, problems } = read('projects', cells);
    expect(rows).toMatchObject([
      { bid_due_at: '2026-03-16T19:00:00Z' },
      { bid_due_at: '2026-03-17T14:30:00Z' },
      { bid_due_date: '2026-03-18' },
    ]);
    expect(problems).toEqual(['3/18/26 call Bob']);
  });

  test.each([
    ['2026-12-03T00:00:00', '14:00:00'],
    ['2026-12-03 00:00:00', '2 PM'],
    ['12/3/2026 0:00', '14:00'],
    ['12/3/2026 12:00:00 AM', '2:00 PM CST'],
  ])('is read beside a day that a program wrote as midnight: %s, %s', (day, time) => {
    const { rows } = read('projects', { Project: ['A'], 'Bid Date': [day], 'Bid Time': [time] });
    expect(rows).toEqual([{ name: 'A', bid_due_date: '2026-12-03', bid_due_at: '2026-12-03T20:00:00Z' }]);
  });

  test('leaves the day of a row whose hour cannot be read, also where some days have an hour', () => {
    const { rows } = read('projects', {
      Project: ['A', 'B', 'C', 'D'],
      'Bid Date': ['2026-12-09T10:30:00', '12/15/2026', '12/16/2026', '12/17/2026'],
      'Bid Time': ['', 'call Bob', '2 PM', '2 PM'],
    });
    expect(rows).toEqual([
      { name: 'A', bid_due_date: '2026-12-09', bid_due_at: '2026-12-09T16:30:00Z' },
      { name: 'B', bid_due_date: '2026-12-15' },
      { name: 'C', bid_due_date: '2026-12-16', bid_due_at: '2026-12-16T20:00:00Z' },
      { name: 'D', bid_due_date: '2026-12-17', bid_due_at: '2026-12-17T20:00:00Z' },
    ]);
  });

  test('has no fault of its own where the day cannot be read', () => {
    const { rows, problems } = read('projects', {
      Project: ['A', 'B', 'C', 'D'],
      'Bid Date': ['12/3/2026', '12/31', '12/30', '12/4/2026'],
      'Bid Time': ['2 PM', '', '10 AM', '2 PM'],
    });
    expect(rows).toMatchObject([{ bid_due_at: '2026-12-03T20:00:00Z' }, { name: 'B' }, { name: 'C' }, { name: 'D' }]);
    expect(problems).toEqual(['12/31', '12/30']);
  });

  test('fills the time of a call, and no field that has none', () => {
    const cells = { 'Call Date': ['9/10/2026'], 'Call Time': ['2 PM CDT'], Notes: ['x'] };
    expect(read('calls', cells).rows).toEqual([{ notes: 'x', recorded_at: '2026-09-10T19:00:00Z' }]);
    const tasks = read('tasks', { Task: ['A'], 'Due Date': ['9/10/2026'], 'Due Time': ['2 PM'] });
    expect(tasks).toMatchObject({ mapped: ['title', 'deadline'], rows: [{ title: 'A', deadline: '2026-09-10' }] });
  });
});
