import { eventually } from '../../support/delivery/delivering.ts';
import type { Json } from '../../support/service/client.ts';
import { life } from './firm.ts';
import type { Player } from './player.ts';

const rows = [
  ['Job No.', 'Project Name', 'Client', 'Bid Date', 'Bid Amount'],
  ['26-031', 'Alamo Heights Library', 'City of Alamo Heights', '4/14/2026', '$6250000'],
  ['26-032', 'Tobin Medical Office Building', 'Tobin Health Partners', '4/21/2026', '$18400000'],
  ['26-033', '', 'Pearl Holdings', 'to be announced', '$9900000'],
];
const bids = rows.map((cells) => `${cells.join(',')}\n`).join('');
const tabbed = rows.map((cells) => `${cells.join('\t')}\n`).join('');

const companies = '{"name": "Tobin Health Partners", "phone": "(210) 555-0134"}\n{"phone": "(210) 555-0177"}\n';

/** Two jobs under one number: the second row replaces the first. */
const twins = {
  csv: { type: 'text/csv', text: 'Job No.,Project Name\n26-041,Witte Museum Annex\n26-041,Brackenridge Library\n' },
  ndjson: {
    type: 'application/x-ndjson',
    text: '{"Job No.": "26-042", "Project Name": "Mission Lofts"}\n{"Job No.": "26-042", "Project Name": "Pearl Lofts"}\n',
  },
} as const;

/** The same file as a form sends it. */
const form = [
  '--file',
  'Content-Disposition: form-data; name="file"; filename="bids.csv"',
  'Content-Type: text/csv',
  '',
  `${bids}\r\n--file--\r\n`,
].join('\r\n');

/** Plays an import of bids from its upload to its undo, and the other forms in which a file can be sent. */
export async function importFiles(player: Player): Promise<void> {
  const drafted = await player.play('createImport', {
    query: { as: 'projects', name: 'Bids of spring 2026' },
    body: bids,
    headers: { 'content-type': 'text/csv' },
    name: 'csv',
    summary: 'A CSV file',
  });
  const path = { id: drafted.import.id };
  const mapping = { ...drafted.import.mapping, upsert_by: ['project_number'] };
  await player.play('showImportProposal', { path, query: { column: 'Bid Date', to: 'bid_due_date' } });
  await player.play('updateImport', { path, body: { import: { mapping } } });
  await player.play('checkImport', { path });
  await ended(player, path);
  await player.play('listImportRows', { path, query: { result: 'rejected' } });
  await player.play('downloadRejectedRows', { path: { ...path, format: 'csv' }, name: 'csv' });
  await player.play('runImport', { path });
  // This file gives no record another name.
  const confirmed = { confirm: ['other_names'] };
  player.keep('runImport', { name: 'confirmed', summary: 'Other names are meant', body: confirmed }, undefined);
  await ended(player, path);
  await player.play('showImport', { path });
  await player.play('undoImport', { path });
  await ended(player, path);
  await player.play('listImports', { query: { per_page: '1' } });
  await sendOtherForms(player);
  await replaceRows(player);
  await saveMapping(player, mapping);
}

async function saveMapping(player: Player, mapping: Json): Promise<void> {
  const saved = { name: 'Bids of the estimating office', as: 'projects', mapping };
  const { id } = (await player.play('createImportMapping', { body: { import_mapping: saved } })).import_mapping;
  const body = { import_mapping: { name: 'Bid log of the estimating office' } };
  await player.play('updateImportMapping', { path: { id }, body });
  await life(player, { singular: 'import_mapping', plural: 'import_mappings' }, id);
}

const ended = (player: Player, { id }: { id: string }): Promise<Json> =>
  eventually(async () => {
    const shown = (await player.service.first.get(`/imports/${id}`)).body.import;
    if (['checking', 'running', 'undoing'].includes(shown.status)) throw new Error(`the import is ${shown.status}`);
    return shown;
  });

async function sendOtherForms(player: Player): Promise<void> {
  const { first, engine } = player.service;
  const upload = (family: string, type: string, body: string): Promise<Json> => uploaded(player, family, type, body);
  await upload('projects', 'text/tab-separated-values', tabbed);
  player.keep('createImport', { name: 'tsv', summary: 'A file with tabs', body: tabbed }, undefined);
  await upload('projects', 'multipart/form-data; boundary=file', form);
  player.keep('createImport', { name: 'form', summary: 'The file in a form', body: { file: bids } }, undefined);
  const { id } = await upload('companies', 'application/x-ndjson', companies);
  player.keep('createImport', { name: 'ndjson', summary: 'A file of JSON objects', body: companies }, undefined);
  const path = { id };
  await first.post(`/imports/${id}/check`);
  await ended(player, path);
  await player.play('downloadRejectedRows', { path: { ...path, format: 'ndjson' }, name: 'ndjson' });
  // A short import ends before a request can cancel it, so this one has no job.
  await engine.query("update import_states set status = 'running' where account_id = 1 and id = $1::bigint", [id]);
  await player.play('cancelImport', { path });
  await player.play('deleteImportFile', { path });
}

async function replaceRows(player: Player): Promise<void> {
  for (const [format, { type, text }] of Object.entries(twins)) {
    const { id, mapping } = await uploaded(player, 'projects', type, text);
    const keyed = { ...mapping, upsert_by: ['project_number'] };
    await player.service.first.patch(`/imports/${id}`, { import: { mapping: keyed } });
    await player.service.first.post(`/imports/${id}/check`);
    await ended(player, { id });
    await player.play('downloadSupersededRows', { path: { id, format }, name: format });
  }
}

async function uploaded({ service: { first } }: Player, family: string, type: string, file: string): Promise<Json> {
  const { status, text, body } = await first.post(`/imports?as=${family}`, file, { 'content-type': type });
  if (status !== 201) throw new Error(`the file was answered with ${status}: ${text}`);
  return body.import;
}
