import { snakeCase } from '../domain/entry-key.ts';
import type { projects } from '../resources/projects.ts';
import type { InputOf } from '../resources/record-types.ts';
import { cancelledReasons, declinedReasons, lostReasons } from './data/reasons.ts';
import { type Day, dateOf, workdayFrom } from './days.ts';
import type { Links } from './deed.ts';
import type { Job } from './job.ts';
import type { Random } from './random.ts';

/** The values that a request may give for a project, by column. */
export type ProjectInput = InputOf<typeof projects>;

/** The end of a pursuit, if it comes before now. */
export type Ending = 'won' | 'lost' | 'did_not_pursue' | 'cancelled';

/** The move of a project into a stage. */
export interface Move {
  readonly day: Day;
  /** The key of a project stage. */
  readonly stage: string;
  /** The values that become known with the move. */
  readonly values: ProjectInput;
  readonly links: Links;
}

/** The course of a project from its first day to its end, including the future. */
export interface Pursuit {
  readonly bidDay: Day;
  readonly ending: Ending;
  /** The first move is the stage that the project is created in. */
  readonly moves: readonly Move[];
}

const rate = 0.235;
const selected = ['RFP', 'RFQ', 'RFQ then RFP', 'Best Value', 'Two-Stage'];
const negotiated = ['Negotiated', 'Sole Source', 'Budget / ROM'];

/** Whether the client decides by more than the price, which takes longer. */
const isSelective = (tender: string): boolean => selected.includes(tender) || negotiated.includes(tender);

/** Draws the pursuit of a job, from the day that it becomes a project. */
export function pursue(random: Random, job: Job, from: Day): Pursuit {
  const ending = endingOf(random, job);
  const lead = Math.round(
    random.logNormal(isSelective(job.tender) ? 44 : 27, 0.45) + Math.sqrt(job.amount / 1e6) * 2.5,
  );
  const bidDay = workdayFrom(from + Math.max(lead, 8));
  const steps = withPause(
    random,
    ending === 'did_not_pursue' ? declined(random, from, bidDay) : path(random, job, ending, [from, bidDay]),
  );
  return { bidDay, ending, moves: movesOf(random, job, ending, steps) };
}

function endingOf(random: Random, { client, sector, tender, amount }: Job): Ending {
  const drawn = random.next();
  if (drawn < 0.18) return 'did_not_pursue';
  if (drawn < 0.26) return 'cancelled';
  const closeness = negotiated.includes(tender) ? 1.7 : 1;
  const size = amount > 25e6 ? 0.75 : 1;
  return random.chance(Math.min(0.8, rate * client.favor * sector.strength * closeness * size)) ? 'won' : 'lost';
}

type Step = readonly [stage: string, day: Day];

const declined = (random: Random, from: Day, bidDay: Day): Step[] => {
  const decided = from + Math.round((bidDay - from) * random.between(0.15, 0.7));
  const before: Step[] = random.chance(0.3)
    ? [
        ['qualifying', from],
        ['estimating', from + 3],
      ]
    : [['qualifying', from]];
  return [...before, ['did_not_pursue', decided]];
};

function path(random: Random, { tender }: Job, ending: Ending, [from, bidDay]: readonly [Day, Day]): Step[] {
  const span = bidDay - from;
  const at = (share: number): Day => from + Math.round(span * share * random.between(0.8, 1.2));
  const steps: Step[] = [[random.chance(0.35) ? 'tracking' : 'qualifying', from]];
  if (steps[0]?.[0] === 'tracking') steps.push(['qualifying', at(0.12)]);
  if (selected.includes(tender)) steps.push(['rfq_prequalification', at(0.2)]);
  if (negotiated.includes(tender)) steps.push(['budgeting', at(0.3)]);
  steps.push(['estimating', at(0.45)]);
  if (ending === 'cancelled' && random.chance(0.5)) return [...steps, ['cancelled', at(0.9)]];
  steps.push(['bid_submitted', bidDay]);
  return [...steps, ...aftermath(random, tender, ending, bidDay)];
}

function aftermath(random: Random, tender: string, ending: Ending, bidDay: Day): Step[] {
  const isLong = isSelective(tender);
  const wait = Math.round(random.logNormal(isLong ? 38 : 21, 0.5)) + 3;
  const at = (share: number): Day => bidDay + Math.max(1, Math.round(wait * share));
  if (ending !== 'won') {
    const shortlisted: Step[] = random.chance(isLong ? 0.5 : 0.2) ? [['shortlisted', at(0.45)]] : [];
    return [...shortlisted, [ending, at(1)]];
  }
  const steps: Step[] = [];
  if (random.chance(isLong ? 0.85 : 0.5)) steps.push(['shortlisted', at(0.35)]);
  if (isLong || random.chance(0.35)) steps.push(['negotiating', at(0.6)]);
  if (random.chance(0.6)) steps.push(['verbal_award', at(0.85)]);
  return [...steps, ['won', at(1.1)]];
}

/** Some owners put a project on hold; the later steps move by the same time. */
function withPause(random: Random, steps: readonly Step[]): Step[] {
  const place = random.whole(1, Math.max(1, steps.length - 1));
  if (steps.length < 4 || !random.chance(0.06)) return [...steps];
  const [stage, day] = steps[place - 1] ?? ['', 0];
  const pause = random.whole(25, 120);
  const later = steps.slice(place).map(([next, on]): Step => [next, on + pause]);
  return [...steps.slice(0, place), ['on_hold', day + 2], [stage, day + pause - 1], ...later];
}

/** Puts the steps on working days in ascending order, at most one on a day. */
function movesOf(random: Random, job: Job, ending: Ending, steps: readonly Step[]): Move[] {
  let last = 0;
  return steps.map(([stage, wanted], index) => {
    const day = workdayFrom(Math.max(wanted, last + 1));
    last = day;
    return {
      day,
      stage,
      ...(index === 0 ? { values: {}, links: {} } : known(random, job, stage === ending, { stage, day })),
    };
  });
}

function known(
  random: Random,
  job: Job,
  isEnd: boolean,
  { stage, day }: Pick<Move, 'stage' | 'day'>,
): Pick<Move, 'values' | 'links'> {
  if (stage === 'bid_submitted')
    return { values: { amount: Math.round(job.amount * random.between(0.9, 1.1)) }, links: {} };
  if (!isEnd) return { values: {}, links: {} };
  if (stage === 'won') return { values: building(random, job, day), links: {} };
  const reasons = { lost: lostReasons, did_not_pursue: declinedReasons, cancelled: cancelledReasons }[stage as 'lost'];
  return { values: {}, links: { loss_reason_id: `loss_reasons/${snakeCase(random.weighted(reasons))}` } };
}

/** The dates of construction after the award. */
export function building(random: Random, { months }: Job, awarded: Day): ProjectInput {
  const start = workdayFrom(awarded + random.whole(14, 60));
  return { start_date: dateOf(start), end_date: dateOf(workdayFrom(start + Math.round(months * 30.4))) };
}
