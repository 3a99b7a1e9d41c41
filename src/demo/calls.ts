import { snakeCase } from '../domain/entry-key.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import type { Company } from './companies.ts';
import type { Contact } from './contacts.ts';
import { callNotes } from './data/phrases.ts';
import type { Day } from './days.ts';
import type { Deed } from './deed.ts';
import { inTurns } from '../records/turns.ts';
import { madeInTurns, numbersUpTo } from './made-in-turns.ts';
import type { Project } from './projects.ts';
import type { Random } from './random.ts';
import { anyWorkday, type Setting } from './setting.ts';
import type { Staff } from './staff.ts';
import { worded } from './wording.ts';

const fullSize = 2200;
const year = 365;

/** The calls of the last year, each about a project that was in progress. */
export async function callDeeds(
  setting: Setting,
  staff: Staff,
  projects: readonly Project[],
  contactsOf: (company: Company, day: Day) => readonly Contact[],
): Promise<Deed[]> {
  const discussed = await discussions(setting, projects);
  return await madeInTurns(numbersUpTo(setting.scaled(fullSize)), (number) => {
    const random = setting.randomOf('call', number);
    const day = anyWorkday(setting, random, setting.today - year);
    const project = discussed(random, day);
    if (!project) return [];
    const contacts = contactsOf(project.job.client, day);
    const contact = project.job.contact ?? (contacts.length > 0 ? random.pick(contacts) : undefined);
    return [callOf(staff, random, { number, day, project, contact })];
  });
}

/** Returns a function that draws a project in pursuit, or decided within ten days, on a day. */
async function discussions(
  setting: Setting,
  projects: readonly Project[],
): Promise<(random: Random, day: Day) => Project | undefined> {
  const endOf = ({ moves }: Project): Day => moves[moves.length - 1]?.day ?? 0;
  const byDay = new Map<Day, Project[]>();
  await inTurns(numbersUpTo(year + 1), (number) => {
    const day = setting.today - year - 1 + number;
    const open = projects.filter((project) => project.created <= day && endOf(project) + 10 >= day);
    byDay.set(day, open);
  });
  return (random, day) => {
    const open = byDay.get(day) ?? [];
    return open.length > 0 ? random.pick(open) : undefined;
  };
}

interface Discussion {
  readonly number: number;
  readonly day: Day;
  readonly project: Project;
  readonly contact: Contact | undefined;
}

function callOf(staff: Staff, random: Random, { number, day, project, contact }: Discussion): Deed {
  const [outcome, , notes] = random.weighted(callNotes.map((one) => [one, one[1]] as const));
  const done = staff.at(random.chance(0.5) ? 'morning_calls' : 'afternoon_calls', day);
  const gaps = { project: project.job.title, contact: contact?.title.split(' ')[0] ?? 'They' };
  // The caller records all calls of the half day after the last one.
  const recordedAt = wireTime(new Date(done.at - random.whole(1, 95) * 60_000));
  return {
    ...done,
    ...{
      action: 'create',
      name: `calls/${number}`,
      values: { notes: worded(random, random.pick(notes), gaps), recorded_at: recordedAt },
    },
    links: {
      ...{
        call_outcome_id: `call_outcomes/${snakeCase(outcome)}`,
        project_id: project.name,
        company_id: project.job.client.name,
      },
      ...(contact ? { contact_id: contact.name } : {}),
    },
  };
}
