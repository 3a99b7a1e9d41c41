import { recordFamilies } from './vocabulary/choices.ts';
import { boolean, choice, document, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { createdBy } from './shared-fields.ts';

/** A stored query of a list. */
export const savedViews = {
  singular: 'saved_view',
  plural: 'saved_views',
  kept: 'table',
  personal: true,
  order: ['name'],
  embedded: [],
  fields: {
    name: text({ required: true, folded: true, description: 'The name of the view.' }),
    resource: choice(recordFamilies, { required: true, description: 'The list that the view shows.' }),
    query: text({
      maxLength: 2048,
      description:
        'The query of the list without its question mark, as a request sends it: ' +
        '`project_status=pursuit&sort=bid_due_date`. It must be one that the list accepts.',
    }),
    display: document({
      description:
        'How a program shows the view, such as its layout and columns: an object of at most 16,384 bytes of JSON, which ' +
        'the service does not read. A change replaces it as a whole.',
    }),
    shared: boolean({
      empty: false,
      description:
        'Whether every user of the account sees the view. Otherwise only its creator does. The default is `false`.',
    }),
    created_by: createdBy,
  },
} as const satisfies Resource;
