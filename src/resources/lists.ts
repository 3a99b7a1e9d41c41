import { lossReasonGroups } from './choices.ts';
import { choice, type Field, text } from './fields.ts';
import type { Resource } from './resource.ts';

/** A list of the account: entries with a name, and a key that stays when the name changes. */
const list = (singular: string, plural: string, more: Record<string, Field> = {}): Resource => ({
  singular,
  plural,
  kept: 'directory',
  adminOnly: true,
  order: ['name'],
  embedded: ['name'],
  fields: { name: text({ required: true, unique: true, folded: true }), key: text({ readOnly: true }), ...more },
});

export const lists: readonly Resource[] = [
  list('call_outcome', 'call_outcomes'),
  list('company_category', 'company_categories'),
  list('contract_type', 'contract_types'),
  list('delivery_method', 'delivery_methods'),
  list('division', 'divisions'),
  list('industry', 'industries'),
  list('lead_source', 'lead_sources'),
  list('loss_reason', 'loss_reasons', { group: choice(lossReasonGroups) }),
  list('market_sector', 'market_sectors'),
  list('tender_type', 'tender_types'),
];

/** What an import is called where a record names the one it came by. */
export const imports: Resource = {
  ...list('import', 'imports'),
  fields: { name: text({ folded: true }) },
  embeddedOnly: true,
};
