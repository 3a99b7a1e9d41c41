/** A program that uses the types of the client and of the webhooks. Its wrong lines must be errors of the compiler. */
export const typed = `
import { createClient, Refused, type Schemas } from 'plumbline-crm/client';
import { verify, type WebhookMessage } from 'plumbline-crm/webhooks';

export async function typed(): Promise<void> {
  const crm = createClient({ url: 'https://crm.example.com', token: () => 'plb_' });
  const project = await crm.projects.get('17', { include: ['version'] });
  project.version satisfies number;
  // @ts-expect-error only include adds the version
  (await crm.projects.get('17')).version satisfies number;
  // @ts-expect-error the record has no such field
  project.nmae;
  // @ts-expect-error the project has no such field
  await crm.projects.update('17', { nmae: 'Harbor Tower' }, { unchanged: project });
  for await (const row of crm.projects.list({ 'amount[gt]': 250_000, fields: ['name'] })) {
    row.name satisfies string | undefined;
    // @ts-expect-error a sparse record has only what fields names
    row.amount satisfies number | null;
  }
  for await (const { result } of crm.projects.revertMany([{ id: '17', version: 3, until: 4 }])) result satisfies string;
  // @ts-expect-error a row needs a version
  crm.projects.revertMany([{ id: '17' }]);
  // @ts-expect-error a list without bulk has no such method
  crm.users.revertMany;
  // @ts-expect-error an event has a type of the list
  crm.events({ types: ['project.none'] });
  const { data, version } = await crm.request('POST /webhooks/{id}/test', { path: { id: '1' } });
  [data, version] satisfies [object, number | null];
  // @ts-expect-error the path needs an id
  await crm.request('POST /webhooks/{id}/test');
  await (await crm.companies.export('csv', {}, { signal: AbortSignal.timeout(1000) })).text();
  const message: WebhookMessage = verify(new Headers(), '', 'whsec_');
  await crm.projects.get(message.payload.id).catch((error: unknown) => {
    if (error instanceof Refused) error.code satisfies Schemas['Problem']['code'] | 'unknown';
  });
}
`;
