import { life } from './firm.ts';
import type { Player } from './player.ts';

/** Plays what happens around a bid: a meeting, a visit to the site, an e-mail. */
export async function recordActivity(player: Player, { project, contact, estimatorId }: Talk): Promise<void> {
  const text = `Dana wants an alternate for the roof. [@Tom Becker](user:${estimatorId}) prices it.`;
  const made = await player.play('createNote', {
    name: 'meeting',
    summary: 'A meeting about a project, with a contact, and a colleague to whom it gives work',
    body: {
      note: {
        ...{ kind: 'meeting', title: 'Pre-bid meeting', text, happened_at: '2026-03-02T13:00:00Z' },
        ...{ project_id: project, contact_ids: [contact], user_ids: [estimatorId] },
      },
    },
  });
  const { id } = made.note;
  await player.play('updateNote', { path: { id }, body: { note: { pinned: true } } });
  const visit = { kind: 'site_visit', text: 'The crane can stand in the yard.', project_id: project };
  const rows = [{ ...visit, external_id: 'FIELD-118' }];
  await player.play('bulkNotes', { name: 'several', summary: 'Notes of a field app', body: { notes: rows } });
  await life(player, { singular: 'note', plural: 'notes' }, id);
  const about = { contact_ids: [contact], company: { external_id: 'ERP-C-1' } };
  const email = { kind: 'email', title: 'Addendum 2', text: 'Addendum 2 is attached.', ...about };
  await player.play('putNote', {
    ...{ path: { id: 'external_id:MAIL-7' }, name: 'synced', summary: 'An e-mail, as a mail program sends it' },
    body: { note: email },
  });
}

/** Plays what happens with links: to the plans of a bid, and to photos that a note tells of. */
export async function attach(player: Player, { project }: Pick<Talk, 'project'>): Promise<void> {
  const made = await player.play('createFile', {
    ...{ name: 'link', summary: 'A link to a folder of drawings. It takes its name from the address' },
    body: { file: { url: 'https://granite.sharepoint.com/sites/bids/Harbor%20Tower%20drawings', project_id: project } },
  });
  const { id } = made.file;
  await player.play('updateFile', { path: { id }, body: { file: { name: 'Drawings, addendum 2' } } });
  const photos = { url: 'https://photos.example.com/albums/118', name: 'Site walk', external_id: 'ALBUM-118' };
  const rows = [{ ...photos, project_id: project }];
  await player.play('bulkFiles', { name: 'several', summary: 'Links of a field app', body: { files: rows } });
  await life(player, { singular: 'file', plural: 'files' }, id);
  await player.play('putFile', {
    ...{ path: { id: 'external_id:ALBUM-118' }, name: 'synced', summary: 'A link, as a field app sends it' },
    body: { file: photos },
  });
}

/** Plays what happens with the contents of a file. */
export async function attachContents(player: Player): Promise<void> {
  const { projects } = (await player.service.first.get('/projects?sort=id&per_page=1')).body;
  const [{ id: project_id }] = projects;
  const made = await player.play('uploadFile', {
    ...{ name: 'file', summary: 'The file as the body', query: { project_id, name: 'Addendum 2.txt' } },
    ...{ body: 'Bids are due at 2 p.m.\n', headers: { 'content-type': 'application/octet-stream' } },
  });
  const form = { name: 'form', summary: 'The file in a form', body: { file: 'the bytes of the file' } };
  player.keep('uploadFile', form, undefined);
  const path = { id: made.file.id };
  await player.play('downloadFile', { path, name: 'file' });
  await player.refuse('range_not_satisfiable', { id: 'downloadFile', path, headers: { range: 'bytes=9000-' } });
  await player.play('showFileUsage');
}

/** Plays a look at what has happened with a project, its lead, its client and a person. */
export async function lookBack(player: Player, { project, contact }: Pick<Talk, 'project' | 'contact'>): Promise<void> {
  await player.play('listProjectTimeline', { path: { id: project }, query: { per_page: '3' } });
  const meetings = { types: 'meeting,site_visit,email', per_page: '2' };
  await player.play('listContactTimeline', { path: { id: contact }, query: meetings });
  const firstOf = async (plural: string, query: string): Promise<string> =>
    (await player.service.first.get(`/${plural}?${query}`)).body[plural][0].id;
  const client = await firstOf('companies', 'external_id=ERP-C-1');
  await player.play('listCompanyTimeline', { path: { id: client }, query: { per_page: '2' } });
  const changes = { types: 'change', per_page: '2' };
  await player.play('listLeadTimeline', { path: { id: await firstOf('leads', 'sort=id') }, query: changes });
}

interface Talk {
  readonly project: string;
  readonly contact: string;
  readonly estimatorId: string;
}
