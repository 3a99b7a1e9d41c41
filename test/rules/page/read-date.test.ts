import { describe, expect, it } from 'vitest';
import { dateFaultOf, readDate, writeDay } from '../../../src/resources/written-dates/read-date.ts';
import { instantIn, timeIn } from '../../../src/resources/written-dates/zone.ts';

const base = { today: '2026-11-23', from: '2026-11-25', timeZone: 'America/Chicago' };

describe('a typed date', () => {
  it.each(['constructor', '__proto__', 'tostring'])('%s is no day', (text) => {
    expect(readDate(text, base)).toBeNull();
  });

  it.each([
    ['today', '2026-11-23', null],
    ['yesterday', '2026-11-22', null],
    ['tomorrow', '2026-11-24', null],
    ['+7', '2026-12-02', null],
    ['-1', '2026-11-24', null],
    ['fri', '2026-11-27', null],
    ['monday', '2026-11-30', null],
    ['3/14', '2027-03-14', null],
    ['12/1', '2026-12-01', null],
    ['3/14/27 2p', '2027-03-14', '14:00'],
    ['mar 14 2:30 pm', '2027-03-14', '14:30'],
    ['14 Mar 2027, 12 am', '2027-03-14', '00:00'],
    ['2027-03-14 09:05', '2027-03-14', '09:05'],
    ['Thursday, December 3, 2026 at 2:00 PM', '2026-12-03', '14:00'],
    ['Thu. Dec. 3rd @ 2:30 p.m.', '2026-12-03', '14:30'],
    ['2:00 PM on December 3, 2026', '2026-12-03', '14:00'],
    ['tue 12/1 noon', '2026-12-01', '12:00'],
    ['tue 12/1 12:00 noon', '2026-12-01', '12:00'],
    ['3/14/27 14h00', '2027-03-14', '14:00'],
    ['14.3.2027 1400 hrs', '2027-03-14', '14:00'],
    ['14-Mar-27 - 2 pm', '2027-03-14', '14:00'],
    ['1 apr', '2027-04-01', null],
    ['14. März 2027', '2027-03-14', null],
    ['14 de marzo de 2027', '2027-03-14', null],
    ['3-déc-27', '2027-12-03', null],
    ['14.Mrz.27', '2027-03-14', null],
    ['14 de marzo del 2027', '2027-03-14', null],
    ['1er janvier 2027', '2027-01-01', null],
    ['1º de enero de 2027', '2027-01-01', null],
    ['1.º de enero de 2027', '2027-01-01', null],
    ['1° gennaio 2027', '2027-01-01', null],
    ['Do 3.12.2026', '2026-12-03', null],
    ['12/3/2026 EOD', '2026-12-03', null],
    ['12/3/2026, close of business', '2026-12-03', null],
    ['12/3/2026 1400', '2026-12-03', '14:00'],
    ['12/3/2026 2500', null, null],
    ['jeudi 3 décembre 2026', '2026-12-03', null],
    ['mar 1 dic 2026', '2026-12-01', null],
    ['mar 1 2027', '2027-03-01', null],
    ['vendredi 3 décembre 2026', null, null],
    ['3 jui 2027', null, null],
    ['Friday, December 3, 2026', null, null],
    ['thursday 2p', '2026-11-26', '14:00'],
    ['2/29', null, null],
    ['2/29/28', '2028-02-29', null],
    ['13/1', null, null],
    ['fri 25:00', null, null],
    ['soonish', null, null],
  ])('%s is %s %s', (text, day, time) => {
    expect(readDate(text, base)).toEqual(day === null ? null : { day, time });
  });

  it.each([
    ['America/Chicago', 'Dec 3 2 p.m. CT', '2026-12-03', '14:00'],
    ['America/Chicago', 'Friday, July 17, 2026 at 2:00 PM CST', '2026-07-17', '14:00'],
    ['America/Chicago', 'dec 3 2:00 PM CST/CDT', '2026-12-03', '14:00'],
    ['America/Chicago', '2:00 PM (CDT) 7/17/26', '2026-07-17', '14:00'],
    ['America/Chicago', '12/3 2:00 pm Central Standard Time', '2026-12-03', '14:00'],
    ['America/Chicago', 'dec 3 2p ET', '2026-12-03', '13:00'],
    ['America/Chicago', 'dec 3 11 pm PST', '2026-12-04', '01:00'],
    ['America/Chicago', '7/17/26 2p mdt', '2026-07-17', '15:00'],
    ['America/Denver', '7/17/26 14:00 pacific time', '2026-07-17', '15:00'],
    ['America/Phoenix', '7/17/26 2p MST', '2026-07-17', '14:00'],
    ['America/Phoenix', '7/17/26 2p MT', '2026-07-17', '13:00'],
    ['Europe/Berlin', '12/3/26 2p EST', '2026-12-03', '20:00'],
  ])('in a firm of %s, %s is %s %s', (timeZone, text, day, time) => {
    expect(readDate(text, { ...base, timeZone })).toEqual({ day, time });
  });

  it('says what is wrong with it', () => {
    expect(dateFaultOf('Monday, March 13, 2026', base)).toBe('March 13, 2026 is a Friday.');
    expect(dateFaultOf('7/17/26 2:00 PM EST', base)).toBe(
      'EST can mean two times on July 17, 2026. Write ET, or the time of your firm.',
    );
    expect(readDate('7/17/26 2:00 PM EST', base)).toBeNull();
    for (const text of ['soonish', '13/1', 'mon 13/1', 'mar 13 CT']) {
      expect(dateFaultOf(text, base)).toBe('Write a date, such as 3/14, mar 14 2p, fri or +10.');
    }
  });

  it('is read as it is written', () => {
    expect(writeDay('2026-03-04')).toBe('Mar 4, 2026');
    expect(readDate(writeDay('2026-03-04'), base)).toEqual({ day: '2026-03-04', time: null });
  });

  it('is the last such weekday, today included, where only the past makes sense', () => {
    const past = (text: string) => readDate(text, { ...base, isPast: true });
    expect(past('fri')?.day).toBe('2026-11-20');
    expect(past('tuesday 9a')).toEqual({ day: '2026-11-17', time: '09:00' });
    expect(past('mon')?.day).toBe('2026-11-23');
    expect(past('-3')?.day).toBe('2026-11-22');
  });

  it('without a year is the last one where only the past makes sense', () => {
    expect(readDate('11/20', { ...base, isPast: true })?.day).toBe('2026-11-20');
    expect(readDate('12/1', { ...base, isPast: true })?.day).toBe('2025-12-01');
  });
});

describe('a time of day in a zone', () => {
  it.each([
    ['America/Chicago', '2026-03-13', '14:00', '2026-03-13T19:00:00.000Z'],
    ['America/Chicago', '2026-03-06', '14:00', '2026-03-06T20:00:00.000Z'],
    ['Pacific/Auckland', '2026-01-01', '00:30', '2025-12-31T11:30:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '09:00', '2026-01-01T03:30:00.000Z'],
  ])('in %s on %s at %s is %s', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time)).toBe(instant);
    expect(timeIn(zone, instant)).toBe(time);
  });

  it('that a change of summer time skips is the one after it', () => {
    expect(timeIn('America/Chicago', instantIn('America/Chicago', '2026-03-08', '02:30'))).toBe('03:30');
  });
});
