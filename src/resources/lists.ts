import { lossReasonGroups } from './vocabulary/choices.ts';
import { choice, text } from './fields.ts';
import type { Resource } from './resource.ts';
import { entryKeyField } from './shared-fields.ts';

const entryName = text({
  required: true,
  unique: true,
  folded: true,
  keyed: true,
  description: 'The name of the entry. No two entries of the list share it, without regard to case.',
});

/** A list of the account: entries with a name, and a key that stays when the name changes. */
const list = <Plural extends string>(singular: string, plural: Plural) =>
  ({
    singular,
    plural,
    kept: 'directory',
    adminOnly: true,
    order: ['name'],
    embedded: ['name'],
    fields: { name: entryName, key: entryKeyField },
  }) as const satisfies Resource;

const lossReasons = list('loss_reason', 'loss_reasons');

export const lists = [
  list('call_outcome', 'call_outcomes'),
  list('company_category', 'company_categories'),
  list('contract_type', 'contract_types'),
  list('delivery_method', 'delivery_methods'),
  list('division', 'divisions'),
  list('industry', 'industries'),
  list('lead_source', 'lead_sources'),
  {
    ...lossReasons,
    fields: {
      ...lossReasons.fields,
      group: choice(lossReasonGroups, {
        description: 'Where the reason lies: with the competition, the owner or the firm itself.',
      }),
    },
  },
  list('market_sector', 'market_sectors'),
  list('tender_type', 'tender_types'),
] as const satisfies readonly Resource[];

/** The import that made a record, as the record embeds it. A firm may import every hour, so no process caches them all. */
export const imports = {
  ...list('import', 'imports'),
  kept: 'table',
  fields: { name: text({ folded: true, description: 'The name of the import.' }) },
  embeddedOnly: true,
} as const satisfies Resource;
