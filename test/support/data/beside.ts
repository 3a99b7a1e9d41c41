import { resourceOf } from '../../../src/resources/index.ts';
import type { Client, Json } from '../service/client.ts';
import { make } from './make.ts';

/** Converts a lead into a project. */
export async function convert(client: Client, leadId: string): Promise<Json> {
  const { status, text, body } = await client.post(`/leads/${leadId}/convert`);
  if (status !== 201) throw new Error(`The lead was not converted: ${status} ${text}`);
  return body.project;
}

/** Makes a record and a related record that an include adds to it. Returns both ids. */
export async function makeBeside(
  client: Client,
  plural: string,
  name: string,
): Promise<{ owner: string; beside: string }> {
  if (plural === 'projects' && name === 'lead') {
    const lead = await make(client, 'leads');
    return { owner: (await convert(client, lead.id)).id, beside: lead.id };
  }
  if (plural === 'leads' && name === 'project') {
    const lead = await make(client, 'leads');
    return { owner: lead.id, beside: (await convert(client, lead.id)).id };
  }
  if (name === 'contact') {
    const contact = await make(client, 'contacts');
    return { owner: (await make(client, plural, { contact_id: contact.id })).id, beside: contact.id };
  }
  const { id } = await make(client, plural);
  return { owner: id, beside: await addBeside(client, plural, name, id) };
}

/** Adds one record to a list that an include adds to its owner. */
export async function addBeside(client: Client, plural: string, name: string, owner: string): Promise<string> {
  const inclusion = resourceOf(plural).includes?.[name];
  if (!inclusion || !('of' in inclusion)) throw new Error(`${name} is no list`);
  const { of, by } = inclusion;
  const isList = resourceOf(of).fields[by]?.kind === 'references';
  const reference = isList ? { [`${by.replace(/s$/, '')}_ids`]: [owner] } : { [`${by}_id`]: owner };
  if (name !== 'team') return (await make(client, of, reference)).id;
  const user = await make(client, 'users');
  const member = { project_team_membership: { user_id: user.id, roles: ['estimator', 'scheduler'] } };
  return (await client.post(`/project_team_memberships?project_id=${owner}`, member)).body.project_team_membership.id;
}
