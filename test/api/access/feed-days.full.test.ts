import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFeed } from '../../support/data/feeds.ts';
import { make } from '../../support/data/make.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.stop());

const zones = ['America/Chicago', 'Europe/Dublin', 'Australia/Lord_Howe', 'America/Santiago'];
const years = [2026, 2027, 2028, 2029, 2030, 2031, 2032, 2033, 2034, 2035];
const hour = 3_600_000;

/** The instants of a year at which the clocks of a zone change. */
function changesOf(zone: string, year: number): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', hour: 'numeric' });
  const offsetAt = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const found: number[] = [];
  let before = offsetAt(Date.UTC(year, 0, 1));
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += hour) {
    const offset = offsetAt(at);
    if (offset !== before) found.push(at);
    before = offset;
  }
  return found;
}

const dayIn = (zone: string, at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

interface Due {
  readonly name: string;
  readonly fields: Record<string, unknown>;
  /** The day or the instant that a calendar must show. */
  readonly shows: string;
}

/** Bids on the days around a change and at the instants around it. */
const around = (zone: string, change: number): Due[] => [
  ...[-24, 0, 24].map((hours) => {
    const day = dayIn(zone, change + hours * hour);
    return { name: `on ${day}`, fields: { bid_due_date: day }, shows: day };
  }),
  ...[-1, -0.5, 0, 0.5, 1, 2].map((hours) => {
    const at = new Date(change + hours * hour).toISOString();
    const fields = { bid_due_at: at, bid_due_at_includes_time: true };
    return { name: `at ${at}`, fields, shows: at };
  }),
];

/** What another program reads in the events of a calendar, by their titles. */
function readByOther(text: string): Record<string, string> {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return Object.fromEntries(
    events.map(({ summary, startDate, duration }) => {
      const minutes = duration.toSeconds() / 60;
      expect(minutes).toBe(startDate.isDate ? 24 * 60 : 15);
      const shown = startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString();
      return [summary.replace('Bid due: ', ''), shown];
    }),
  );
}

describe('another program reads the same days and instants', () => {
  it.each(zones)('across every change of the clocks of ten years in %s', async (zone) => {
    const { first } = service;
    const { status } = await first.patch('/account', { account: { time_zone: zone } });
    expect(status).toBe(200);
    const { url } = await makeFeed(first, { query: `q=${zone.split('/')[1]}` });
    for (const year of years) {
      const dues = changesOf(zone, year).flatMap((change) => around(zone, change));
      expect(dues.length).toBeGreaterThanOrEqual(18);
      service.clock.set(`${year}-01-15T12:00:00Z`);
      const prefix = zone.split('/')[1];
      for (const { name, fields } of dues) await make(first, 'projects', { name: `${prefix} ${name}`, ...fields });
      const read = readByOther(await (await fetch(url)).text());
      const expected = Object.fromEntries(dues.map(({ name, shows }) => [`${prefix} ${name}`, shows]));
      expect(read).toMatchObject(expected);
    }
    service.clock.set('2026-03-02T15:00:00Z');
  });
});

describe('another program reads the texts of a calendar as they are', () => {
  it('with signs, lines and characters of several bytes', async () => {
    const { first } = service;
    const name = `Tower \\ "A"; B, C: ${'Größe 🏗️ '.repeat(15)}end`;
    const company = await make(first, 'companies', { name: 'Müller, Söhne; Co\\n' });
    await make(first, 'projects', { name, company_id: company.id, bid_due_date: '2026-04-02' });
    const { url } = await makeFeed(first, { query: 'q=Größe' });
    const calendar = new ICAL.Component(ICAL.parse(await (await fetch(url)).text()));
    const [event] = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(event?.summary).toBe(`Bid due: ${name}`);
    expect(event?.description).toContain('\nStage: ');
    expect(event?.description).toContain('Company: Müller, Söhne; Co\\n\n');
  });
});
