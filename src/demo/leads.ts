import type { leads } from '../resources/leads.ts';
import type { InputOf } from '../resources/record-types.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import { leadNotes } from './data/phrases.ts';
import { type Day, dateOf, workdayFrom } from './days.ts';
import type { Deed, Name } from './deed.ts';
import { type Job, type JobMarket, roughly } from './job.ts';
import { madeInTurns, numbersUpTo } from './made-in-turns.ts';
import type { Project } from './projects.ts';
import type { Random } from './random.ts';
import { anyWorkday, type Setting } from './setting.ts';
import type { Staff } from './staff.ts';

const fullSize = 260;
/** The days within which the firm decides on a lead. */
const patience = 150;

/** The leads, those that became projects and those that did not. */
export async function leadDeeds(
  setting: Setting,
  staff: Staff,
  market: JobMarket,
  projects: readonly Project[],
): Promise<Deed[]> {
  const converted = projects.filter(({ isConverted }) => isConverted);
  return [
    ...(await madeInTurns(converted, (project) => [leadOf(setting, staff, project)])),
    ...(await madeInTurns(numbersUpTo(setting.scaled(fullSize)), (number) => other(setting, staff, market, number))),
  ];
}

function leadOf(setting: Setting, staff: Staff, { name, job, created }: Project): Deed {
  const random = setting.randomOf('lead', name);
  const heardOf = workdayFrom(created - random.whole(3, 75));
  // The client and its contact are known before the lead.
  const day = Math.min(created, Math.max(heardOf, job.client.since, job.contact?.since ?? 0));
  return creation(staff, random, { name: name.replace('projects', 'leads'), job, day });
}

interface Lead {
  readonly name: Name;
  readonly job: Job;
  readonly day: Day;
}

function creation(staff: Staff, random: Random, { name, job, day }: Lead): Deed {
  const months = Math.round(job.months);
  return {
    ...staff.at('leads', day),
    ...{ action: 'create', name },
    values: {
      ...{ name: job.title, description: random.pick(notesOn(job)), ...job.values, value_in_cents: job.amount * 100 },
      ...{ priority: random.chance(0.18), estimated_start_date: dateOf(workdayFrom(day + random.whole(60, 400))) },
      ...{ construction_duration: months, construction_duration_unit: 'months' },
    },
    links: {
      ...job.links,
      ...(random.chance(0.85)
        ? { assigned_to_id: random.pick(staff.of('business_development', 'preconstruction_manager')) }
        : {}),
    },
  };
}

const notesOn = ({ client }: Job): readonly string[] => [
  ...leadNotes.all,
  ...(client.client?.isPublic ? leadNotes.public : leadNotes.private),
];

/** A lead that does not become a project. Most leads of the last months are still open, and some are snoozed. */
function other(setting: Setting, staff: Staff, market: JobMarket, number: number): Deed[] {
  const random = setting.randomOf('other lead', number);
  const isRecent = random.chance(0.5);
  const day = anyWorkday(setting, random, isRecent ? setting.today - patience : setting.firstDay);
  const drawn = market.draw(random, day);
  const job = { ...drawn, amount: roughly(drawn.amount) };
  const lead = { name: `leads/other-${number}`, job, day };
  return [creation(staff, random, lead), ...fate(setting, staff, random, lead)];
}

function fate(setting: Setting, staff: Staff, random: Random, { name, day }: Lead): Deed[] {
  const isOld = day < setting.today - patience;
  const decided = workdayFrom(day + random.whole(4, isOld ? patience : 60));
  const at = staff.at('archivals', decided);
  const change = (values: InputOf<typeof leads>): Deed => ({ ...at, action: 'update', name, links: {}, values });
  if (isOld || random.chance(0.25)) return [change({ archived_at: wireTime(new Date(at.at)) })];
  if (!random.chance(0.3)) return [];
  const until = setting.instantOf(workdayFrom(setting.today + random.whole(-6, 75)), 480);
  return until > at.at ? [change({ snooze_until: wireTime(new Date(until)) })] : [];
}
