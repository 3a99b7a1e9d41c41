import type { Values } from '../domain/rule.ts';
import type { projects } from '../resources/projects.ts';
import type { InputOf } from '../resources/record-types.ts';
import { type Act, estimatorOf, hasProject, minutes, oneOf, type Scene, timeText } from './act.ts';
import { addressIn, isPublic } from './address-book.ts';
import { pick } from './chance.ts';
import type { Links, Name } from './deed.ts';
import { earliestStart, latestStart, monthLength, type Pursuit } from './pursuits.ts';
import type { WorkingDay } from './working-days.ts';

/** The firm hears of a job. */
export function lead(scene: Scene): Act {
  const { setting, undertaking: pursuit, recorded, draw } = scene;
  const { title, name, record, client, contact, start } = pursuit;
  const notes = setting.record.lead_notes;
  const owner = oneOf(scene, ['business_development', 'preconstruction_manager'], 'lead owner');
  // The client and its contact are known before the lead.
  const day = Math.max(start + recorded.day, client.since, contact?.since ?? client.since);
  return {
    desk: 'leads',
    day,
    action: 'create',
    name: hasProject(pursuit) ? leadOf(name) : name,
    values: {
      name: title,
      description: pick([...notes.all, ...notes[isPublic(client) ? 'public' : 'private']], draw('notes')),
      ...jobOf(scene),
      value_in_cents: amountOf(pursuit) * 100,
      priority: draw('priority') < 0.18,
      estimated_start_date: setting.days.dateOf(day + 40 + Math.floor(draw('lead start') * 230)),
      construction_duration: record.months,
      construction_duration_unit: 'months',
    },
    links: { ...linksOf(pursuit), ...(draw('has owner') < 0.85 ? { assigned_to_id: owner } : {}) },
  };
}

/** The firm gives a lead up. */
export function archival({ staff, undertaking: { name, start }, recorded }: Scene): Act {
  const { at } = staff.at('lead_decisions', start + recorded.day);
  return { desk: 'lead_decisions', action: 'update', name, values: { archived_at: timeText(at) }, links: {} };
}

/** The firm puts a lead off. */
export function snooze({ setting, undertaking: { name, start }, recorded }: Scene): Act {
  const until = setting.days.instantOf(start + Number(recorded.first), 480);
  return { desk: 'lead_decisions', action: 'update', name, values: { snooze_until: timeText(until) }, links: {} };
}

type ProjectInput = InputOf<typeof projects>;

const plans = ['Concept', 'Schematic', '50 % CD', '90 % CD', 'Permit set'] as const;

/** The first stage of a project creates it, the others move it. */
export const stage = (scene: Scene): Act => (scene.recorded.day === 0 ? creation(scene) : move(scene));

function creation(scene: Scene): Act {
  const { undertaking: pursuit, recorded, draw } = scene;
  const { name, title, start, record, client, number } = pursuit;
  const values = {
    ...bidDue(scene),
    ...nextStep(scene),
    ...(draw('has dates') < 0.6 ? construction(scene, start + record.bid + 32) : {}),
    project_number: number,
    custom_fields: {
      ...(draw('has bond') < 0.7 ? { bid_bond_required: isPublic(client) || draw('bond') < 0.1 } : {}),
      ...(isPublic(client) ? { prevailing_wage: draw('wage') < 0.6 } : {}),
      ...(draw('has plans') < 0.35 ? { plans_received: pick(plans, draw('plans')) } : {}),
      ...(draw('has bidders') < 0.3 ? { expected_bidders: 2 + Math.floor(draw('bidders') * 8) } : {}),
    },
  };
  const links = { project_stage_id: `project_stages/${recorded.verb}`, assigned_to_id: estimatorOf(scene) };
  if (pursuit.deeds[0]?.verb === 'lead') {
    return { desk: 'conversions', action: 'convert', name, values, links, lead: leadOf(name) };
  }
  return {
    desk: 'projects',
    action: 'create',
    name,
    links: { ...linksOf(pursuit), ...links },
    values: { name: title, amount: amountOf(pursuit), ...jobOf(scene), ...values },
  };
}

/**
 * The estimator moves the project in the course of the afternoon. The recorded word after a stage is the amount of the bid
 * or the reason of the end.
 */
function move(scene: Scene): Act {
  const { name, start, scale } = scene.undertaking;
  const { day, verb, first } = scene.recorded;
  const isAmount = /^\d+$/.test(first);
  return {
    desk: 'moves',
    at: scene.staff.at('moves', start + day).at - minutes(scene.draw(`moved ${day}`) * 150),
    by: estimatorOf(scene),
    action: 'update',
    name,
    values: {
      ...(isAmount ? { amount: Math.round(Number(first) * scale) } : {}),
      ...nextStep(scene),
      ...(verb === 'won' ? construction(scene, start + day) : {}),
    },
    links: {
      project_stage_id: `project_stages/${verb}`,
      ...(first && !isAmount ? { loss_reason_id: `loss_reasons/${first}` } : {}),
    },
  };
}

/** The next step of an open project, mostly within four weeks; a closed one has none. */
function nextStep({ setting: { record, days }, undertaking: { start }, recorded: { day, verb }, draw }: Scene) {
  const steps = record.next_steps[verb];
  if (steps === undefined) return { next_step: null, next_step_on: null };
  const on = start + day + 3 + Math.floor(draw(`step on ${day}`) * 17);
  return { next_step: pick(steps, draw(`step ${day}`)), next_step_on: days.dateOf(on) };
}

/** The project manager says at the end of the day what is left to earn: the job goes a bit faster or slower than planned. */
export function remainingWork(scene: Scene): Act {
  const { setting, undertaking: pursuit, recorded, draw } = scene;
  const won = pursuit.deeds.find(({ verb }) => verb === 'won')?.day ?? 0;
  const bid = pursuit.deeds.findLast(({ first }) => /^\d{5,}$/.test(first))?.first;
  const amount = bid === undefined ? amountOf(pursuit) : Number(bid) * pursuit.scale;
  const done = (recorded.day - won - earliestStart) / (pursuit.record.months * monthLength + latestStart);
  const left = Math.round((amount * (1 - done * (0.85 + draw('pace') * 0.3))) / 1000) * 1000;
  const day = setting.days.dateOf(pursuit.start + recorded.day);
  const values = { remaining_amount: left, remaining_as_of: day };
  return { desk: 'remaining_work', action: 'update', name: pursuit.name, values, links: {} };
}

/** Public bids close at 14:00, private ones at 10:00, 12:00, 15:00 or 17:00; some have only a day. */
function bidDue({ setting: { days }, undertaking: { start, record, client }, draw }: Scene): ProjectInput {
  const day = start + record.bid;
  if (draw('has no hour') < 0.35) return { bid_due_date: days.dateOf(day) };
  const hour = isPublic(client) ? 14 : pick([10, 12, 15, 17], draw('hour'));
  return { bid_due_at: timeText(days.instantOf(day, hour * 60)) };
}

/** The dates of construction after the award. */
function construction({ setting: { days }, undertaking: pursuit, draw }: Scene, awarded: WorkingDay): ProjectInput {
  const start = awarded + earliestStart + Math.floor(draw('starts') * (latestStart - earliestStart));
  return { start_date: days.dateOf(start), end_date: days.dateOf(start + pursuit.record.months * monthLength) };
}

/** The values that leads and projects share. A client mostly builds near its office. */
function jobOf({ setting, undertaking: { name, record, scale, client }, draw }: Scene): Values {
  const city = draw('near') < 0.65 ? client.city : pick(setting.record.cities, draw('city'));
  const { scope, square_feet: squareFeet, units } = record;
  return {
    work_scope: scope,
    ...(squareFeet === null ? {} : { square_feet: Math.max(400, Math.round((squareFeet * scale) / 50) * 50) }),
    ...(units === null ? {} : { units: Math.max(4, Math.round(units * scale)) }),
    ...addressIn(setting, city, name),
  };
}

const linksOf = ({ record, client, contact }: Pursuit): Links => ({
  company_id: client.name,
  ...(contact ? { contact_id: contact.name } : {}),
  market_sector_id: `market_sectors/${record.sector}`,
  tender_type_id: `tender_types/${record.tender}`,
  delivery_method_id: `delivery_methods/${record.delivery}`,
  contract_type_id: `contract_types/${record.contract}`,
  lead_source_id: `lead_sources/${record.source}`,
  division_id: `divisions/${record.division}`,
});

const leadOf = (project: Name): Name => project.replace('projects/', 'leads/');

/** The estimate, as people round it: to two digits, and more finely above ten million. */
function amountOf({ record, scale }: Pursuit): number {
  const amount = record.amount * scale;
  const step = 10 ** Math.floor(Math.log10(amount)) / (amount > 1e7 ? 20 : 10);
  return Math.round(Math.round(amount / step) * step);
}
