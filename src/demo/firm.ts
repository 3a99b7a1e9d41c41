import type { Act, Scene } from './act.ts';
import { addressDeeds, companiesOf } from './address-book.ts';
import { type Chapter, chaptersOf, type Story } from './chapters.ts';
import { type Deed, pluralOf } from './deed.ts';
import { archival, lead, remainingWork, snooze, stage } from './job-acts.ts';
import { type Pursuit, pursuitsOf, type Undertaking } from './pursuits.ts';
import { goalDeeds } from './goals.ts';
import { recordedDeeds } from './record.ts';
import { type FirmChoice, type FirmSetting, settingOf } from './setting.ts';
import { staffOf } from './staff.ts';
import { call, completion, link, meeting, member, memberRole, task, taskList, visit } from './work-acts.ts';

/** The past of a general contractor of Texas, Oklahoma and New Mexico: three years, up to yesterday. */
export interface Firm {
  readonly chapters: readonly Chapter[];
  /** Deeds that together name every list entry that the firm needs. */
  readonly samples: () => Deed[];
}

/**
 * Adapts the record to an account. The same choice on the same day gives the same firm. Other work of the process runs in
 * between.
 */
export async function firmOf(choice: FirmChoice): Promise<Firm> {
  const setting = settingOf(choice);
  const staff = staffOf(setting);
  const companies = companiesOf(setting);
  const pursuits = await pursuitsOf(setting, companies);
  const deedsOf = <One extends Undertaking>(undertaking: One, actOf: ActOf<One>): Deed[] =>
    undertaking.deeds.map((recorded) => {
      const draw = (what: string): number => setting.draw(what, undertaking.name);
      const act = actOf(recorded.verb)({ setting, staff, undertaking, recorded, draw });
      const { desk, day = undertaking.start + recorded.day, ...deed } = act;
      return { ...staff.at(desk, day), ...deed };
    });
  const storyOf = <One extends Undertaking>(undertaking: One, actOf: ActOf<One>): Story => ({
    size: undertaking.deeds.length,
    stage: undertaking.deeds.findLast(({ verb }) => !(verb in pursuitActs))?.verb ?? pluralOf(undertaking.name),
    deeds: () => deedsOf(undertaking, actOf),
  });
  const firstMonth = choice.fiscalYearStartsMonth;
  const foundation = [
    ...staff.deeds,
    ...fieldDeeds(setting),
    ...(await addressDeeds(setting, staff, companies)),
    ...(firstMonth === null ? [] : goalDeeds(setting, pursuits, firstMonth)),
  ];
  const stories = [
    ...pursuits.map((pursuit) => storyOf(pursuit, pursuitAct)),
    ...officeWork(setting).map((list) => storyOf(list, officeAct)),
  ];
  return {
    chapters: chaptersOf(foundation, stories),
    samples: () => {
      const typical = new Map(pursuits.map((pursuit) => [pursuit.record, pursuit])).values();
      const whole = [...typical].map((pursuit) => ({ ...pursuit, deeds: pursuit.record.deeds }));
      return [...foundation, ...whole.flatMap((pursuit) => deedsOf(pursuit, pursuitAct))];
    },
  };
}

/** Finds the act for the verb of a recorded deed. */
type ActOf<One> = (verb: string) => (scene: Scene<One>) => Act;

const officeActs: Readonly<Record<string, (scene: Scene<Undertaking>) => Act>> = {
  list: taskList,
  task,
  done: completion,
};

const pursuitActs: Readonly<Record<string, (scene: Scene) => Act>> = {
  ...officeActs,
  call,
  link,
  meeting,
  visit,
  lead,
  archived: archival,
  snoozed: snooze,
  remaining: remainingWork,
  team: member,
  crew: member,
  team_role: memberRole,
  crew_role: memberRole,
};

const pursuitAct: ActOf<Pursuit> = (verb) => pursuitActs[verb] ?? stage;
const officeAct: ActOf<Undertaking> = (verb) => officeActs[verb] ?? task;

/** The task lists of the office begin twelve weeks ago. */
const officeWork = ({ record }: FirmSetting): Undertaking[] =>
  record.office.map(({ name: title, deeds }, index) => {
    const start = -57;
    return {
      name: `task_lists/${index + 1}`,
      title,
      start,
      deeds: recordedDeeds(deeds).filter(({ day }) => start + day < 0),
    };
  });

/** The firm's custom fields, created on its first day. */
const fieldDeeds = ({ record, days }: FirmSetting): Deed[] =>
  record.custom_fields.map((values, index) => ({
    at: days.instantOf(days.first, 455),
    by: 'users/admin',
    action: 'create',
    name: `custom_fields/${index + 1}`,
    values,
    links: {},
  }));
