import { directoryLists } from '../resources/index.ts';
import { described, type JsonSchema } from './json-schema.ts';
import { readName } from './read-schemas.ts';
import { schemaReference } from './record-schemas.ts';

const lists = directoryLists.map(({ singular, plural }): [string, JsonSchema] => [
  plural,
  {
    type: 'array',
    items: schemaReference(readName(singular)),
    description: `The live ${plural.replaceAll('_', ' ')}, in the order of their list, with the values that \`include\` adds.`,
  },
]);

/** The schema of an account's directory. */
export const directorySchema: JsonSchema = described("The account's small records, as one version has them.", {
  version: {
    type: 'string',
    description: 'The version of the directory. It changes with every change of its records.',
  },
  account: { ...schemaReference('Account'), description: 'The account and its settings.' },
  ...Object.fromEntries(lists),
});
