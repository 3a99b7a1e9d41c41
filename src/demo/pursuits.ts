import { mapInTurns } from '../records/turns.ts';
import { pick } from './chance.ts';
import type { Company, Contact } from './address-book.ts';
import type { Name } from './deed.ts';
import { type RecordedDeed, recordedDeeds, type RecordedPursuit } from './record.ts';
import type { FirmSetting } from './setting.ts';
import type { WorkingDay } from './working-days.ts';

/** A pursuit, or a task list of the office. */
export interface Undertaking {
  readonly name: Name;
  readonly title: string;
  /** The day from which the days of its deeds count. */
  readonly start: WorkingDay;
  /** The deeds that are over. */
  readonly deeds: readonly RecordedDeed[];
}

/** A recorded pursuit as this firm has it: for its own client, in its own time. */
export interface Pursuit extends Undertaking {
  readonly record: RecordedPursuit;
  /** The number of the project, by year: `26-0017`; empty for a lead that becomes no project. */
  readonly number: string;
  readonly client: Company;
  readonly contact: Contact | undefined;
  /** The factor of the recorded amounts. */
  readonly scale: number;
}

/** The projects of three years and the leads that become no projects, the newest first. */
export async function pursuitsOf(setting: FirmSetting, companies: readonly Company[]): Promise<Pursuit[]> {
  const deal = dealer(setting, companies);
  const counts = new Map<string, number>();
  const projects = projectStarts(setting).map((start, index): PursuitPlan => {
    const year = setting.days.dateOf(start).slice(2, 4);
    const count = (counts.get(year) ?? 0) + 1;
    counts.set(year, count);
    return { name: `projects/${index + 1}`, number: `${year}-${String(count).padStart(4, '0')}`, start };
  });
  const leads = Array.from({ length: setting.scaled(fullLeads) }, (_, index) => leadOf(setting, index));
  const pursuits = await mapInTurns([...projects, ...leads], deal);
  return pursuits.sort((one, other) => other.start - one.start);
}

const fullLeads = 260;
/** The working days within which the firm decides on a lead. */
const recentLeads = 105;

/** Bids go out in spring and in early autumn. */
const seasons = [18, 20, 24, 24, 22, 20, 17, 19, 23, 22, 17, 13];

/** The days of creation, in order. Every 25th project is recent, so that even a small firm has a project in progress. */
function projectStarts({ days, draw, projects }: FirmSetting): WorkingDay[] {
  const all = Array.from({ length: -days.first - 5 }, (_, index) => days.first + 5 + index);
  const slots = all.flatMap((day) =>
    Array<WorkingDay>(seasons[Number(days.dateOf(day).slice(5, 7)) - 1] ?? 20).fill(day),
  );
  return Array.from({ length: projects }, (_, index) =>
    index % 25 === 0
      ? -1 - Math.floor(draw('recent', index) * 28)
      : pick(slots, (index + draw('start', index)) / projects),
  ).sort((one, other) => one - other);
}

type PursuitPlan = Pick<Pursuit, 'name' | 'number' | 'start'> & { readonly deeds?: readonly RecordedDeed[] };

/** Half of these leads are of the last months, of which most are open. */
function leadOf({ record, days, draw }: FirmSetting, index: number): PursuitPlan {
  const span = draw('recent lead', index) < 0.5 ? recentLeads : -days.first - 5;
  const deeds = recordedDeeds(`0 lead, ${pick(record.lead_deeds, draw('fate', index))}`);
  return {
    name: `leads/other-${index + 1}`,
    number: '',
    start: -1 - Math.floor(draw('lead start', index) * span),
    deeds,
  };
}

/** Deals the recorded pursuits to the clients, each kind of client its own in turn, with unique titles. */
function dealer(setting: FirmSetting, companies: readonly Company[]): (plan: PursuitPlan) => Pursuit {
  const { draw } = setting;
  const clients = companies.flatMap((company) => Array<Company>(company.projects).fill(company));
  const turns = new Map<string, number>();
  const taken = new Set<string>();
  return (plan) => {
    const { name, start } = plan;
    const client = clientOf(setting, clients, plan);
    const own = setting.record.pursuits.get(client.kind) ?? [];
    const turn = turns.get(client.kind) ?? Math.floor(draw('turn', client.kind) * own.length);
    turns.set(client.kind, turn + 1);
    const record = own[turn % own.length] as RecordedPursuit;
    const contacts = client.contacts.filter(({ since }) => since <= start);
    return {
      ...plan,
      record,
      client,
      scale: 0.8 + draw('scale', name) * 0.4,
      title: unused(taken, (tries) => titleOf(setting, record, client, `${name}/${tries}`)),
      contact: contacts.length > 0 ? pick(contacts, draw('contact', name)) : undefined,
      deeds: (plan.deeds ?? [...kept(setting, record, plan), ...reports(setting, record, plan)]).filter(
        ({ day }) => start + day < 0,
      ),
    };
  };
}

/** A client that the firm knows on the day. Larger clients come more often. */
function clientOf({ draw }: FirmSetting, clients: readonly Company[], { name, start }: PursuitPlan): Company {
  for (let tries = 1; ; tries += 1) {
    const client = pick(clients, draw('client', name, tries));
    if (client.since <= start) return client;
  }
}

/** Fills the gaps of the recorded name. Its numbers change too, because another pursuit may have the same record. */
function titleOf({ record, draw }: FirmSetting, recorded: RecordedPursuit, client: Company, name: Name): string {
  const short = client.title.split(' of ')[0] ?? client.title;
  const fillers: Readonly<Record<string, string>> = {
    client: /^(City|Town)$/.test(short) ? client.title : short,
    place: pick(record.places, draw('place', name)),
    street: pick(record.streets, draw('title street', name)),
  };
  return recorded.name
    .replace(/\d+/g, (number) => String(Number(number) + Math.floor(draw('number', name) * 9)))
    .replace(/\{(\w+)\}/g, (gap, filler: string) => fillers[filler] ?? gap);
}

/** Draws a title that is not taken: up to eight draws, then a number that makes the title unique. */
function unused(taken: Set<string>, draw: (tries: number) => string): string {
  let title = draw(1);
  for (let tries = 2; taken.has(title) && tries <= 8; tries += 1) title = draw(tries);
  let unique = title;
  for (let number = 2; taken.has(unique); number += 1) unique = `${title} - Package ${number}`;
  taken.add(unique);
  return unique;
}

/** A won job under construction was looked at within the last four weeks: what is left to earn on it. */
function reports({ draw }: FirmSetting, { deeds, months }: RecordedPursuit, { name, start }: PursuitPlan) {
  const won = deeds.find(({ verb }) => verb === 'won');
  const day = -1 - Math.floor(draw('reported', name) * 20) - start;
  const isBuilt = won !== undefined && day > won.day + latestStart && day < won.day + months * monthLength;
  return isBuilt ? [{ day, verb: 'remaining', first: '', second: '' }] : [];
}

/** The working days within which construction begins after the award. */
export const [earliestStart, latestStart] = [10, 42];
/** In working days. */
export const monthLength = 21;

/**
 * A recent pursuit keeps its tasks and its estimating team, and one of three old ones. Calls, notes and links are kept for
 * a year.
 */
function kept(
  { draw }: FirmSetting,
  { deeds }: RecordedPursuit,
  { name, start }: PursuitPlan,
): readonly RecordedDeed[] {
  const end = start + (deeds.at(-1)?.day ?? 0);
  const isDetailed = end > -45 || draw('detailed', name) < 0.3;
  return deeds.filter(({ day, verb }) => {
    if (['call', 'meeting', 'visit', 'link'].includes(verb)) return start + day > -252;
    return isDetailed || !['list', 'task', 'done', 'team', 'team_role'].includes(verb);
  });
}
