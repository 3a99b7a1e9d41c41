import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { hasWord } from './words.ts';

/** The families that one search covers, in the order of its answer. */
export const families = ['projects', 'companies', 'contacts', 'leads', 'tasks', 'notes'] as const;

export type Family = (typeof families)[number];

/** A record that a search has found, with all of its fields. */
export interface FoundRecord {
  readonly id: string;
  readonly [key: string]: unknown;
}

export type FoundRecords = Readonly<Record<Family, readonly FoundRecord[]>>;

/** The records of all families that a text finds. The project with that number comes first. */
export const findQuery = (text: string, perFamily: number) =>
  queryOptions({
    queryKey: ['search', text, perFamily],
    enabled: hasWord(text),
    // The person sees the failure at once, and decides.
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<FoundRecords> => {
      const [{ body }, numbered] = await Promise.all([
        api.send('GET /search', { query: { q: text, per_family: perFamily, families: families.join() }, signal }),
        projectsNumbered(text, signal),
      ]);
      const others = body.search.projects.filter(({ id }) => numbered.every((one) => one.id !== id));
      return { notes: [], ...body.search, projects: [...numbered, ...others].slice(0, perFamily) };
    },
  });

/** The projects whose number is the text. A search also finds longer numbers, and of those the newest first. */
async function projectsNumbered(text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  // A comma would part several numbers.
  if (!/\d/.test(text) || text.includes(',')) return [];
  const query = { project_number: text, per_page: 5 };
  return (await api.send('GET /projects', { query, signal })).body.projects;
}
