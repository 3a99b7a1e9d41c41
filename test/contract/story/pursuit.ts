import type { Json } from '../../support/service/client.ts';
import { life } from './firm.ts';
import type { Player } from './player.ts';

const address = { street_address: '400 River Road', city: 'San Antonio', state: 'TX', zip: '78205', country: 'US' };

/**
 * Plays the client company and its contact, a lead that becomes a project, and further projects. @returns their ids.
 */
export async function pursue(
  player: Player,
  estimatorId: string,
): Promise<Record<'company' | 'contact' | 'project', string>> {
  const company = await addCompany(player);
  const contact = await addContact(player, company);
  const project = await takeUpLead(player, { company, contact, estimatorId });
  await addProjects(player, company);
  return { company, contact, project };
}

async function addCompany(player: Player): Promise<string> {
  const company = {
    ...{ name: 'Northline School District', category: 'client', phone: '+1 210 555 0134' },
    website: 'https://northline.example',
  };
  const made = await player.play('createCompany', { name: 'client', summary: 'A client', body: { company } });
  const { id } = made.company;
  await player.play('updateCompany', { path: { id }, body: { company: { phone: '+1 210 555 0100', address } } });
  await player.play('bulkCompanies', {
    ...matched,
    body: {
      companies: [
        { external_id: 'ERP-1001', id, category: 'client' },
        { external_id: 'ERP-1002', name: 'Harbor Steel', category: 'supplier' },
        { external_id: 'ERP-1003', category: 'supplier' },
      ],
    },
  });
  await life(player, { singular: 'company', plural: 'companies' }, id);
  await player.play('putCompany', {
    ...{ path: { id: 'external_id:ERP-C-1' }, name: 'synced', summary: 'A client, as an ERP sends it' },
    body: { company: { name: 'Harbor Port Authority', category: 'client', industries: [] } },
  });
  return id;
}

const matched = { name: 'matched', summary: 'Rows from another system, by external_id' };

async function addContact(player: Player, company: string): Promise<string> {
  const contact = { first_name: 'Dana', last_name: 'Reyes', email: 'dana.reyes@northline.example' };
  const summary = 'Somebody at a company';
  const made = await player.play('createContact', { name: 'person', summary, body: { contact } });
  const { id } = made.contact;
  const changes = { company_id: company, job_title: 'Director of Facilities', office_phone: '+1 210 555 0134' };
  await player.play('updateContact', { path: { id }, body: { contact: changes } });
  const further = {
    external_id: 'ERP-P-7',
    first_name: 'Luis',
    last_name: 'Ortega',
    email: 'luis@atelier-ortega.example',
  };
  await player.play('bulkContacts', { ...matched, body: { contacts: [further] } });
  await life(player, { singular: 'contact', plural: 'contacts' }, id);
  await player.play('putContact', {
    ...{ path: { id: 'external_id:ERP-P-8' }, name: 'synced', summary: 'Somebody at a client, as an ERP sends it' },
    body: { contact: { first_name: 'Amara', last_name: 'Okoye', company: { external_id: 'ERP-C-1' } } },
  });
  return id;
}

interface Met {
  readonly company: string;
  readonly contact: string;
  readonly estimatorId: string;
}

async function takeUpLead(player: Player, { company, contact, estimatorId }: Met): Promise<string> {
  const lead = {
    ...{ name: 'Northline Administration Fit-Out', value_in_cents: 240_000_000, work_scope: 'interior_fit_out' },
    ...{ estimated_start_date: '2026-07-01', construction_duration: 9, construction_duration_unit: 'months' },
  };
  const made = await player.play('createLead', {
    name: 'heard',
    summary: 'A new lead',
    body: { lead },
  });
  const path = { id: made.lead.id };
  const changes = { company_id: company, contact_id: contact, assigned_to_id: estimatorId, square_feet: 21_500 };
  await player.play('updateLead', { path, name: 'known', summary: 'Add details', body: { lead: changes } });
  const off = { lead: { snooze_until: '2026-03-09T14:00:00Z' } };
  await player.play('updateLead', { path, name: 'snoozed', summary: 'Snooze the lead', body: off });
  const rows = [{ external_id: 'ERP-L-3', name: 'Mission Library Renovation', value_in_cents: 910_000_000 }];
  const bulk = await player.play('bulkLeads', { ...matched, body: { leads: rows } });
  const archived = { lead: { archived_at: '2026-03-02T22:00:00Z' } };
  const other = { id: bulk.results[0].id };
  await player.play('updateLead', { path: other, name: 'archived', summary: 'Archive the lead', body: archived });
  await life(player, { singular: 'lead', plural: 'leads' }, path.id);
  await player.play('putLead', {
    ...{ path: { id: 'external_id:ERP-L-4' }, name: 'synced', summary: 'A lead, as a marketing system sends it' },
    body: { lead: { name: 'Pier 7 Repairs', company: { external_id: 'ERP-C-1' }, value_in_cents: 120_000_000 } },
  });
  const project = { project_number: '26-009', bid_due_at: '2026-04-02T14:00:00-05:00' };
  const summary = 'With what the lead does not know';
  return (await player.play('convertLead', { path, name: 'more', summary, body: { project } })).project.id;
}

async function addProjects(player: Player, company: string): Promise<void> {
  const bid = {
    ...{ name: 'Riverside Elementary School', project_number: '26-014', bid_due_at: '2026-03-12T14:00:00-05:00' },
    ...{ amount: 12_400_000, square_feet: 86_000, work_scope: 'interior_fit_out', address },
  };
  const made = await player.play('createProject', {
    name: 'bid',
    summary: 'A bid with a due time',
    body: { project: bid },
  });
  await player.play('createProject', {
    ...{ name: 'name', summary: 'Only the required field' },
    body: { project: { name: 'Alamo Heights Gymnasium' } },
  });
  const path = { id: made.project.id };
  const stages: Json[] = (await player.service.first.get('/project_stages')).body.project_stages;
  const stage = (name: string): string => stages.find((one) => one.name === name).id;
  const change = (name: string, summary: string, project: object): Promise<Json> =>
    player.play('updateProject', { path, name, summary, body: { project } });
  const estimating = { project_stage_id: stage('Estimating'), company_id: company };
  await change('moved', 'Move it to another stage', estimating);
  await change('won', 'Close it as won', { project_stage_id: stage('Won'), award_date: '2026-04-10' });
  const rows = [
    { external_id: 'ERP-J-1', name: 'Harbor Tower', bid_due_date: '2026-04-02', amount: 31_000_000 },
    { external_id: 'ERP-J-2', name: 'Mission Library', company_id: '404' },
  ];
  const bulk = await player.play('bulkProjects', { ...matched, body: { projects: rows } });
  const lost = { project: { close_type: 'lost', award_date: '2026-04-14' } };
  const other = { id: bulk.results[0].id };
  await player.play('updateProject', { path: other, name: 'lost', summary: 'Close the project as lost', body: lost });
  await life(player, { singular: 'project', plural: 'projects' }, path.id);
  const put = (name: string, summary: string, body: object): Promise<Json> =>
    player.play('putProject', { path: { id: 'external_id:ERP-J-7' }, name, summary, body: { project: body } });
  await put('synced', 'A project, as an ERP sends it', {
    ...{ name: 'Harbor Garage', company: { external_id: 'ERP-C-1' }, project_stage: { name: 'Estimating' } },
    amount: 8_200_000,
  });
  await put('again', 'The same project, after a change', { amount: 8_450_000 });
  await player.play('summarizeProjects', { query: { group_by: 'project_stage_id' } });
}
