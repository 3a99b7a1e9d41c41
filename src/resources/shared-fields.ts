import { choice, count, customFields, reference, text } from './fields.ts';
import { workScopes } from './vocabulary/choices.ts';

/** The fields that several resources share, with the same descriptions. */

export const createdBy = reference('users', {
  readOnly: true,
  description: 'The user who created the record. Set by the service; read-only.',
});

export const importedBy = reference('imports', {
  readOnly: true,
  description: 'The import that created the record; `null` if a person or a program created it. Read-only.',
});

/** The field for the import that created the record, in records that show it only on request. */
export const unlistedImport = reference('imports', {
  readOnly: true,
  unlisted: true,
  description:
    'The import that created the record; `null` if a person or a program created it. Answers show its id with ' +
    '`fields=import_id`. Read-only.',
});

export const accountFields = customFields({
  description:
    'Custom fields, by their `api_name`. An answer has every field that the account defines. A change ' +
    'merges: an absent field keeps its value, and `null` clears it.',
});

/** @param isListed whether it is a key of every record; otherwise only `include=external_id` shows it. */
export const externalId = (isListed = false) =>
  text({
    unique: true,
    keyed: true,
    ...(isListed ? {} : { unlisted: true }),
    description:
      'The id of the record in another system. No two live records of the same kind share it, without regard ' +
      `to case. Bulk requests and paths find records by it.${isListed ? '' : ' Answers show it with `include=external_id`.'}`,
  });

export const squareFeet = count({ description: 'Size of the job in square feet, as a whole number.' });

export const units = count({ description: 'The number of units of the job, such as apartments, rooms or beds.' });

export const workScope = choice(workScopes, { description: 'The kind of work.' });

export const contractType = reference('contract_types', {
  description: "How the work is paid for: an entry of the account's list of contract types.",
});

export const deliveryMethod = reference('delivery_methods', {
  description: "How design and construction are contracted: an entry of the account's list of delivery methods.",
});

export const division = reference('divisions', {
  description: "The division of the firm that does the job: an entry of the account's list of divisions.",
});

export const leadSource = reference('lead_sources', {
  description: "How the firm heard of the job: an entry of the account's list of lead sources.",
});

export const marketSector = reference('market_sectors', {
  description: "The market that the job belongs to: an entry of the account's list of market sectors.",
});

export const tenderType = reference('tender_types', {
  description: "How the job is put out to tender: an entry of the account's list of tender types.",
});

export const entryKeyField = text({
  readOnly: true,
  filled: true,
  description:
    'A stable key for programs, derived from the first name of the entry. Renaming the entry does not change it; read-only.',
});
