import { searchAll, searchedFamilies, usualFamilies, wordProblems } from '../../records/reading/search.ts';
import { resourceOf } from '../../resources/index.ts';
import { commaSeparated } from '../../schema/filter-schemas.ts';
import { described, type JsonSchema } from '../../schema/json-schema.ts';
import { readName } from '../../schema/read-schemas.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import type { Operation, QueryParameter } from '../contract/operation.ts';
import { searchedWords, searchParameter } from './list-parameters.ts';
import { namedProblems, namedValues } from './named-values.ts';

const usual = 10;

const parameters: readonly QueryParameter[] = [
  { ...searchParameter, description: searchedWords, required: true },
  {
    name: 'per_family',
    schema: { type: 'integer', minimum: 1, maximum: 50, default: usual },
    description: 'The number of records of each family.',
  },
  {
    name: 'families',
    schema: commaSeparated({ type: 'string', enum: searchedFamilies }),
    description:
      'The families to search, separated by commas. Without it, projects, companies, contacts, leads and tasks.',
    judged: true,
  },
];

/** One search of projects, companies, contacts, leads and tasks, and of notes and files on request. */
export const searchOperation = (): Operation => ({
  id: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Search projects, companies, contacts, leads and tasks at once',
  explanation:
    'The answer has the first records that `q` finds in the list of each family. It always has the five families; one ' +
    'that `families` leaves out is empty. `families` can also name `notes` and `files`.',
  tag: 'search',
  scope: 'read',
  query: parameters,
  judgeQuery: ({ q = '', per_family: perFamily = String(usual), families: named = usualFamilies.join() }) => {
    const families = namedValues(named, searchedFamilies);
    const asked = { q, perPage: Number(perFamily), families };
    return {
      // The parameters' own checks report an absent or empty `q`.
      problems: [...(q === '' ? [] : wordProblems(q)), ...namedProblems('families', named, searchedFamilies)],
      handle: async ({ context }) => {
        const answer = await searchAll(context, asked);
        const found = new Map(answer.map(({ family, records }) => [family, records]));
        const shown = searchedFamilies.filter((family) => isUsual(family) || families.includes(family));
        const lists = shown.map((family) => `"${family}":[${found.get(family)?.join(',') ?? ''}]`);
        return { status: 200, body: `{"search":{${lists.join(',')}}}` };
      },
    };
  },
  status: 200,
  response: wrapped('search', found()),
});

const isUsual = (family: string): boolean => usualFamilies.some((usual) => usual === family);

function found(): JsonSchema {
  const families = searchedFamilies.map((family): [string, JsonSchema] => {
    const items = schemaReference(readName(resourceOf(family).singular));
    const asked = isUsual(family) ? '' : ` Only with \`families=${family}\`.`;
    return [family, { type: 'array', items, description: `The ${family} found, in the order of their list.${asked}` }];
  });
  return { ...described('The records found, by family.', Object.fromEntries(families)), required: usualFamilies };
}
