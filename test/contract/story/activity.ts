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
