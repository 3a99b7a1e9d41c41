import { words as apiWords } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';

/** `1 project`, `1,284 projects`. @param formats the numbers as this browser writes them. */
export const counted = (
  count: number,
  resource: Pick<Resource, 'singular' | 'plural'>,
  formats: { readonly count: (count: number) => string },
): string => `${formats.count(count)} ${count === 1 ? oneWord(resource) : pluralWords(resource)}`;

/** The name of several records of a resource: `project stages`. */
export const pluralWords = ({ plural }: Pick<Resource, 'plural'>): string =>
  spoken[plural]?.[1] ?? plural.replaceAll('_', ' ');

const oneWord = (resource: Pick<Resource, 'singular' | 'plural'>): string =>
  spoken[resource.plural]?.[0] ?? apiWords(resource);

/** The records that people call otherwise than the API does. */
const spoken: Readonly<Record<string, readonly [one: string, many: string]>> = {
  project_team_memberships: ['team member', 'team members'],
  project_team_roles: ['role in a team', 'roles in teams'],
};

/** `is` or `are`. */
export const be = (count: number): string => (count === 1 ? 'is' : 'are');
