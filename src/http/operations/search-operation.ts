import { searchAll, searchedFamilies, wordProblems } from '../../records/reading/search.ts';
import { resourceOf } from '../../resources/index.ts';
import { closed, type JsonSchema } from '../../schema/json-schema.ts';
import { readName } from '../../schema/read-schemas.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import type { Operation } from '../contract/operation.ts';
import { searchedWords, searchParameter } from './list-parameters.ts';

const usual = 10;

/** One search of projects, companies, contacts, leads and tasks. */
export const searchOperation = (): Operation => ({
  id: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Search projects, companies, contacts, leads and tasks at once',
  explanation: 'The answer has the first records that `q` finds in the list of each family.',
  tag: 'search',
  scope: 'read',
  query: [
    { ...searchParameter, description: searchedWords, required: true },
    {
      name: 'per_family',
      schema: { type: 'integer', minimum: 1, maximum: 50, default: usual },
      description: 'The number of records of each family.',
    },
  ],
  judgeQuery: ({ q = '', per_family: perFamily = String(usual) }) => {
    const asked = { q, perPage: Number(perFamily) };
    return {
      // The parameters' own checks report an absent or empty `q`.
      problems: q === '' ? [] : wordProblems(q),
      handle: async ({ context }) => {
        const answer = await searchAll(context, asked);
        const families = answer.map(({ family, records }) => `"${family}":[${records.join(',')}]`);
        return { status: 200, body: `{"search":{${families.join(',')}}}` };
      },
    };
  },
  status: 200,
  response: wrapped('search', found()),
});

function found(): JsonSchema {
  const families = searchedFamilies.map((family): [string, JsonSchema] => {
    const items = schemaReference(readName(resourceOf(family).singular));
    return [family, { type: 'array', items, description: `The ${family} found, in the order of their list.` }];
  });
  return { ...closed(Object.fromEntries(families)), description: 'The records found, by family.' };
}
