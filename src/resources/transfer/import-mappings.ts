import { choice, document, text } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { createdBy } from '../shared-fields.ts';
import { importedFamilies } from './imports.ts';

/** A mapping that a firm keeps for files of one form. */
export const importMappings = {
  singular: 'import_mapping',
  plural: 'import_mappings',
  kept: 'table',
  order: ['name'],
  embedded: [],
  fields: {
    name: text({
      required: true,
      unique: true,
      keyed: true,
      folded: true,
      description: 'The name of the mapping. No two of the account share it, without regard to case.',
    }),
    as: choice(importedFamilies, {
      required: true,
      fixed: true,
      description: 'The kind of the records that the rows make. It does not change.',
    }),
    mapping: document({
      required: true,
      schema: 'Mapping',
      description:
        'How the columns become fields, as in an import: at most 262,144 bytes of JSON. A change replaces it as a whole.',
    }),
    created_by: createdBy,
  },
} as const satisfies Resource;
