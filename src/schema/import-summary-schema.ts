import { confirmations } from '../resources/transfer/import-summary.ts';
import { described, type JsonSchema, count, text, textOrNull } from './json-schema.ts';
import { orNull } from './field-schema.ts';

/** The schemas of the keys that every error of a row has. */
export const rowErrorParts = {
  column: { ...textOrNull, description: 'The column of the file; `null` if no single column is at fault.' },
  field: { ...textOrNull, description: 'The field of the record, such as `amount`.' },
  code: { ...text, description: 'A code for programs, such as `invalid_format` or `ambiguous`.' },
  message: { ...text, description: 'The reason, in words.' },
} as const satisfies Record<string, JsonSchema>;

const group = described('Rows with the same kind of problem in the same column.', {
  ...rowErrorParts,
  message: { ...text, description: 'The reason of the first row, in words.' },
  count: { ...count, description: 'The number of rows.' },
  values: {
    type: 'array',
    items: described('A text of the column.', {
      value: { ...text, description: 'The text; its first 99 characters and `…` if it is longer than 100.' },
      count: { ...count, description: 'The number of rows that have it.' },
    }),
    description:
      'Up to 20 texts of the column, the most frequent first. In a column with more than 40 different texts, the counts ' +
      'are at least these, and rare texts are missing.',
  },
  has_more_values: { type: 'boolean', description: 'Whether there are other texts.' },
  rows: { type: 'array', items: count, description: 'The `number` of each of the first ten rows.' },
  lines: { type: 'array', items: count, description: 'The `line` of each of these rows.' },
});

/** The problems of the rows, by groups. */
export const importSummarySchema: JsonSchema = {
  ...orNull(
    described('The problems of the rows, by groups.', {
      problems: {
        type: 'array',
        items: group,
        description: 'The reasons of the rejected rows, by column, field and code, the most frequent first.',
      },
      warnings: {
        type: 'array',
        items: group,
        description:
          'What gets lost in rows that are not rejected. `not_found`: the row names a record that is not there, and ' +
          '`"missing": "empty"` leaves the reference as it is. `other_name`: a later row with the same `upsert_by` ' +
          'fields replaces the row, but has another name; with a key as `field`, the row renames the record that has ' +
          'the key. `same_name`: several companies, contacts or rows have the name of the row, which makes a record of ' +
          'its own, or an earlier row of the file or a record of the account is the same project or lead. `same_number`: ' +
          'the row creates a project although another has its number. `award_date_today`: the row creates a ' +
          'closed project without an award date, or with one in the future, and the date becomes the day of the import. ' +
          '`time_of_import`: the row creates a call or a note without a date, so its time is the time of the import. ' +
          '`number_given`: the row creates a ' +
          'project without a number, and the service gives it the next one. `only_name`: the row makes a project or a ' +
          'lead, and no cell but its name has a value, or a company or a contact whose name is also in capitals, unlike ' +
          'most others; the file has three columns or more. `total_name`: the row makes a ' +
          'record whose name may be the label of a row of totals. `partly_imported`: a field takes only a part of the ' +
          'cell, such as the first e-mail address. `two_people`: the row makes one contact of a name that may be that of ' +
          'two. `two_companies`: a name that is taken as that of one company may be that of two. `rounded`: the number has more decimals than the field. `other_currency`: the amount is in another ' +
          'currency than that of the account. `not_imported`: no field takes the column; `count` is the number of its ' +
          'filled cells in all ' +
          'rows that are not skipped. These groups are the last ones.',
      },
      near_names: {
        type: 'array',
        items: described('A record that the import makes, although others have near names.', {
          field: { ...text, description: 'The reference, such as `company`.' },
          value: { ...text, description: 'The name in the file.' },
          near: {
            type: 'array',
            items: described('A near name.', {
              id: { ...textOrNull, description: 'The id of the record; `null` for another name of the file.' },
              name: { ...text, description: 'The name.' },
            }),
            description: 'Up to three records, and names of the file that become records, whose names are alike.',
          },
        }),
        description: 'Up to 20 names. The service shows near names and never takes one for the other.',
      },
      confirm: {
        type: 'array',
        items: { ...text, enum: confirmations },
        description:
          'The confirmations that a run needs in `confirm`: `other_names` if more than a tenth of the records that the rows find by ' +
          'their keys would get other names. `problem` of the import says how many.',
      },
      left_out: {
        ...count,
        description:
          'Problems and warnings beyond the first 40 groups of each, and filled cells beyond the first 100 columns that are not imported.',
      },
    }),
  ),
  description:
    'The problems of the rows of the last check or run, by groups; `null` before it, after a change of format or ' +
    'mapping, and once the file is deleted.',
};
