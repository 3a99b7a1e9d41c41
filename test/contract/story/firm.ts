import { resourceOf } from '../../../src/resources/index.ts';
import { lists } from '../../../src/resources/lists.ts';
import { schemaName } from '../../../src/schema/record-schemas.ts';
import type { Json } from '../../support/service/client.ts';
import type { Player } from './player.ts';

/** Plays the operations that every kind of record has: show, list, export, delete, restore and history. */
export async function life(
  player: Player,
  { singular, plural }: { singular: string; plural: string },
  id: string,
): Promise<void> {
  const name = schemaName(singular);
  const part = { path: { id } };
  await player.play(`show${name}`, part);
  await player.play(`list${schemaName(plural)}`, { query: { per_page: '2' } });
  for (const format of ['csv', 'ndjson']) {
    await player.play(`export${schemaName(plural)}`, { name: format, path: { format }, query: { id } });
  }
  await player.play(`delete${name}`, part);
  await player.play(`restore${name}`, part);
  if (resourceOf(plural).bulk) {
    const body = { ids: [id] };
    await player.play(`bulkDelete${schemaName(plural)}`, { body });
    await player.play(`bulkRestore${schemaName(plural)}`, { body });
    await player.play(`bulkRevert${schemaName(plural)}`, { body: { reversions: [{ id, version: 1 }] } });
  }
  await player.play(`revert${name}`, { ...part, body: { revert: { version: 1 } } });
  await player.play(`list${name}History`, { ...part, query: { per_page: '2' } });
}

/**
 * Plays the setup of an account: its name, its users, its lists and its custom fields. @returns the ids of two
 * estimators.
 */
export async function settleIn(player: Player): Promise<{ ria: string; tom: string }> {
  await player.play('showAccount');
  await player.play('updateAccount', { body: { account: { name: 'Granite Builders, Inc.' } } });
  await player.play('showProjectNumbers', { query: { pattern: '{YY}-{###}' } });
  await player.play('updateUser', {
    path: { id: (await player.play('showMe')).user.id },
    body: { user: { first_name: 'Ana', last_name: 'Castillo' } },
  });
  const ria = await person(player, { first_name: 'Ria', last_name: 'Estevez', role: 'member' });
  const tom = await person(player, { first_name: 'Tom', last_name: 'Becker', role: 'member' });
  await life(player, { singular: 'user', plural: 'users' }, ria);
  await fillLists(player);
  await addStage(player);
  await addField(player);
  await readDirectory(player);
  return { ria, tom };
}

/** Keeps one entry of each list. */
async function readDirectory(player: Player): Promise<void> {
  const { directory } = (await player.service.first.get('/directory')).body;
  const short = Object.entries(directory).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.slice(0, 1) : value,
  ]);
  player.keep('showDirectory', {}, { directory: Object.fromEntries(short) });
}

async function person(player: Player, user: Json): Promise<string> {
  const email = `${user.first_name.toLowerCase()}@granite.example`;
  const body = { user: { ...user, email } };
  const summary = 'Somebody who reads and writes';
  return (await player.play('createUser', { name: 'member', summary, body })).user.id;
}

/** An entry that the account adds to each list, with its first name and its later name. */
const entries: Readonly<Record<string, readonly [name: string, renamed: string]>> = {
  call_outcomes: ['Site Walk Set', 'Site Walk Scheduled'],
  company_categories: ['School Districts', 'School District'],
  contract_types: ['CSP', 'Competitive Sealed Proposal'],
  delivery_methods: ['CMAR, two steps', 'CM at Risk, Two-Step'],
  divisions: ['School Work', 'Education'],
  industries: ['Charter Schools', 'Charter School Operator'],
  lead_sources: ['ESBD', 'Texas ESBD'],
  loss_reasons: ['HUB Goal', 'HUB Participation'],
  market_sectors: ['Pre-K', 'Early Childhood'],
  tender_types: ['CSP', 'Competitive Sealed Proposal'],
};

function missing(plural: string): never {
  throw new Error(
    `The story has no entry for the list ${plural}: add one to \`entries\` in test/contract/story/firm.ts.`,
  );
}

async function fillLists(player: Player): Promise<void> {
  for (const { singular, plural } of lists) {
    const [name, renamed] = entries[plural] ?? missing(plural);
    const more = singular === 'loss_reason' ? { group: 'competitive' } : {};
    const made = await player.play(`create${schemaName(singular)}`, { body: { [singular]: { name, ...more } } });
    const { id } = made[singular];
    await player.play(`update${schemaName(singular)}`, { path: { id }, body: { [singular]: { name: renamed } } });
    await life(player, { singular, plural }, id);
  }
}

async function addStage(player: Player): Promise<void> {
  const body = { project_stage: { name: 'Interview', category: 'open', position: 8, default_probability: 0.5 } };
  const { id } = (await player.play('createProjectStage', { body })).project_stage;
  await player.play('updateProjectStage', { path: { id }, body: { project_stage: { default_probability: 0.6 } } });
  await life(player, { singular: 'project_stage', plural: 'project_stages' }, id);
}

async function addField(player: Player): Promise<void> {
  const field = { model: 'project', name: 'Bond Required', field_type: 'select', options: ['None', 'Bid'] };
  const made = await player.play('createCustomField', {
    name: 'choice',
    summary: 'A select field of projects',
    body: { custom_field: field },
  });
  const { id } = made.custom_field;
  const body = { custom_field: { options: ['None', 'Bid', 'Performance'] } };
  await player.play('updateCustomField', { path: { id }, body });
  await life(player, { singular: 'custom_field', plural: 'custom_fields' }, id);
}
