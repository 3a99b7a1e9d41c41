import { readPages } from '../client/pages.ts';
import type { Query } from '../client/request.ts';
import { reach, type Service } from './running-service.ts';

const perPage = 500;

/** All entries of a list of the API. @param asked further parameters of the list. */
export async function everyEntry<Entry>(service: Service, plural: string, asked: Query = {}): Promise<Entry[]> {
  return await reach(service, async (transport) => {
    const found: Entry[] = [];
    const query = { ...asked, per_page: perPage };
    for await (const page of readPages<Entry>(transport, { path: `/${plural}`, query })) found.push(...page);
    return found;
  });
}
