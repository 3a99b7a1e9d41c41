import { joined } from './joined.ts';
import { type FirmDirectory, entriesOf, type Entry, nameOf } from '../data/directory.ts';
import { choiceName } from '../../resources/labels.ts';
import type { ViewContext } from './field-view.ts';
import { noteName } from './note-name.ts';

/** A record of a list. */
export interface RelatedRecord {
  readonly id: string;
  readonly [key: string]: unknown;
}

/** A related record in two lines: where it leads, what it is called, and what matters about it. */
export interface RelatedRow {
  readonly to: string;
  readonly text: string;
  readonly note: string;
}

/** The row of a record. One of a list without an entry in `rows` shows its name alone. */
export const rowOf = (plural: string, record: RelatedRecord, context: ViewContext): RelatedRow =>
  rows[plural]?.(record, context) ?? { to: `/${plural}/${record.id}`, text: named(record), note: '' };

const rows: Readonly<Record<string, (record: RelatedRecord, context: ViewContext) => RelatedRow>> = {
  projects: (record, { formats: { shortMoney, day } }) => ({
    to: `/projects/${record.id}`,
    text: named(record),
    note: joined([
      named(record['project_stage']),
      shortMoney(record['amount'] as number | null),
      typeof record['bid_due_date'] === 'string' ? `due ${day(record['bid_due_date'])}` : null,
    ]),
  }),
  companies: (record, { directory }) => ({
    to: `/companies/${record.id}`,
    text: named(record),
    note: joined([categoryOf(record, directory), record['phone']]),
  }),
  contacts: (record) => ({
    to: `/contacts/${record.id}`,
    text: named(record),
    note: joined([
      named(record['company'] ?? null),
      record['job_title'],
      record['mobile_phone'] ?? record['office_phone'],
    ]),
  }),
  leads: (record, { formats: { shortMoney } }) => ({
    to: `/leads/${record.id}`,
    text: named(record),
    note: joined([
      typeof record['value_in_cents'] === 'number' ? shortMoney(record['value_in_cents'] / 100) : null,
      named(record['assigned_to']),
      record['archived_at'] === null ? null : 'archived',
    ]),
  }),
  calls: (record, { formats: { moment } }) => {
    const at = String(record['recorded_at']);
    return {
      to: `/calls/${record.id}`,
      text: (record['notes'] as string | null) ?? (named(record['call_outcome']) || 'Call'),
      note: joined([
        ...[named(record['call_outcome']), moment(at)],
        ...[named(record['contact']), named(record['created_by'])],
      ]),
    };
  },
  tasks: (record, { formats: { day } }) => ({
    to: `/tasks/${record.id}`,
    text: String(record['title']),
    note: joined([
      record['completed_at'] === null ? null : 'done',
      typeof record['deadline'] === 'string' ? `by ${day(record['deadline'])}` : null,
      named(record['assigned_to']),
    ]),
  }),
  notes: (record, { formats: { moment } }) => ({
    to: `/notes/${record.id}`,
    text: noteName(record),
    note: joined([choiceName(String(record['kind'])), moment(String(record['happened_at']))]),
  }),
  project_team_memberships: (record) => ({
    to: `/projects/${(record['project'] as Entry | null)?.id ?? ''}`,
    text: named(record['user']),
    note: named(record['project']),
  }),
};

const categoryOf = ({ category }: RelatedRecord, directory: FirmDirectory): string =>
  named(entriesOf(directory, 'company_categories').find(({ key }) => key === category) ?? null);

const named = (record: unknown): string => (record === null ? '' : nameOf(record as Entry));
