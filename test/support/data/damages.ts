/** A fault put into a database by SQL, past all that guards it, and what a check says of it. */
export interface Damage {
  /** The SQL: `$account` is the account, `$id` the id of the row. */
  readonly sql: string;
  readonly table: string;
  /** A statement that selects the row; null if the fault belongs to no row. */
  readonly row: string | null;
  /** The sentences, each complete or as a pattern. */
  readonly says: readonly (string | RegExp)[];
}

const nth = (table: string, at: number, where = 'deleted_at is null'): string =>
  `select id::text from ${table} where account_id = 1 and ${where} order by id offset ${at} limit 1`;

const project = (at: number): string => nth('projects', at, `deleted_at is null and close_type is null`);

/** A project with at least five versions. */
const oftenChanged = `select max(id)::text from projects where account_id = 1 and version >= 5`;

const lastOf = (column: string, action: string): string => `select ${column}::text from changes
  where account_id = 1 and resource = 'tasks' and action = '${action}' order by at desc, id desc limit 1`;

/** A project with at least three stage changes, counted from the last. */
const moved = (at: number): string => `select project_id::text from stage_changes where account_id = 1
  group by project_id having count(*) >= 3 order by project_id desc offset ${at} limit 1`;

/** A project with past versions, counted from the first. */
const withPast = (at: number): string => `select id::text from projects_past where account_id = 1
  group by id order by id offset ${at} limit 1`;

/** The first past version of a project. */
const firstPast = 'select min(version) from projects_past where account_id = 1 and id = $id';

/** Faults of rows of account 1, each in a row of its own. */
export const damages: Readonly<Record<string, Damage>> = {
  'a foreign key without its row': {
    table: 'calls',
    row: nth('calls', 0),
    sql: 'update calls set call_outcome_id = 999999 where account_id = 1 and id = $id',
    says: ['Its call_outcome_id 999999 is no row of call_outcomes in this account.'],
  },
  'a foreign key to another account': {
    table: 'calls',
    row: nth('calls', 1),
    sql: `update calls set created_by_id = (select min(id) from users where account_id = 2)
      where account_id = 1 and id = $id`,
    says: [/^Its created_by_id \d+ is no row of users in this account\.$/],
  },
  'a key of no list entry': {
    table: 'companies',
    row: nth('companies', 0),
    sql: `update companies set category = 'nonsense' where account_id = 1 and id = $id`,
    says: ['Its category nonsense is no row of company_categories in this account.'],
  },
  'an industry that is not there': {
    table: 'company_industries',
    row: nth('companies', 1).replace('id::text', `id || '/999999'`),
    sql: `insert into company_industries (account_id, company_id, industry_id, position)
      values (1, split_part('$id', '/', 1)::bigint, 999999, 9)`,
    says: ['Its industry_id 999999 is no row of industries in this account.'],
  },
  'a mention that the text does not have': {
    table: 'notes',
    row: nth('notes', 0),
    sql: `insert into note_mentions (account_id, note_id, user_id, position)
      values (1, $id, (select min(id) from users where account_id = 1), 1)`,
    says: ['Its mentioned users are not those of its text.'],
  },
  'a note about nothing': {
    table: 'notes',
    row: nth('notes', 1, 'deleted_at is null and company_id is null'),
    sql: 'update notes set project_id = null where account_id = 1 and id = $id',
    says: ['It has no company, lead, project or contact.'],
  },
  'a contact of a note that is not there': {
    table: 'note_contacts',
    row: nth('notes', 2).replace('id::text', `id || '/999999'`),
    sql: `insert into note_contacts (account_id, note_id, contact_id, position)
      values (1, split_part('$id', '/', 1)::bigint, 999999, 9)`,
    says: ['Its contact_id 999999 is no row of contacts in this account.'],
  },
  'a file of two records': {
    table: 'files',
    row: nth('files', 0, 'deleted_at is null and project_id is not null'),
    sql: `update files set company_id = (select min(id) from companies where account_id = 1)
      where account_id = 1 and id = $id`,
    says: ['It does not belong to one record.'],
  },
  'a link without its address': {
    table: 'files',
    row: nth('files', 1, 'deleted_at is null and project_id is not null'),
    sql: 'update files set url = null where account_id = 1 and id = $id',
    says: ['It does not have what a link has.'],
  },
  'a file with the name of a path': {
    table: 'files',
    row: nth('files', 2, 'deleted_at is null and project_id is not null'),
    sql: `update files set name = '../plans', name_folded = '../plans' where account_id = 1 and id = $id`,
    says: ['Its name is not the name of a file.'],
  },
  'a file without its contents': {
    table: 'files',
    row: nth('files', 3, 'deleted_at is null and project_id is not null'),
    sql: `update files set kind = 'file', url = null, media_type = 'text/plain', size = 4, sha256 = repeat('a', 64)
      where account_id = 1 and id = $id`,
    says: ['Its contents are not stored.'],
  },
  'bytes of contents that nobody counted': {
    table: 'file_usage',
    row: "select '1'",
    sql: 'insert into file_usage (account_id, bytes) values (1, 5)',
    says: ['Its bytes are 5, but the contents of the account have 0.'],
  },
  'a delivery without its message': {
    table: 'webhook_deliveries',
    row: `select '1/msg_none'`,
    sql: `insert into webhook_deliveries (account_id, webhook_id, message_id, due_at) values (1, 1, 'msg_none', now())`,
    says: [
      'Its message_id msg_none is no row of webhook_messages in this account.',
      'Its webhook_id 1 is no row of webhooks in this account.',
    ],
  },
  'a value of a custom field that is not defined': {
    table: 'projects',
    row: project(0),
    sql: `update projects set custom_fields = '{"424242": "x"}' where account_id = 1 and id = $id`,
    says: ['It has a value of custom field 424242, which is not defined for projects.'],
  },
  'a custom field that names nobody': {
    table: 'projects',
    row: project(1),
    sql: `update projects set custom_fields = jsonb_build_object(
      (select id::text from custom_fields where account_id = 1 and api_name = 'foreman'), '999999')
      where account_id = 1 and id = $id`,
    says: ['Its custom field foreman names user 999999, who is not of this account.'],
  },
  'a stage change that is gone': {
    table: 'projects',
    row: moved(0),
    sql: `delete from stage_changes where account_id = 1 and id = (
      select id from stage_changes where account_id = 1 and project_id = $id order by id offset 1 limit 1)`,
    says: [/^Stage change \d+ leaves stage \d+, but the project was in \d+: a gap\.$/],
  },
  'stage changes that overlap': {
    table: 'projects',
    row: moved(1),
    sql: `update stage_changes set at = at - interval '9 years' where account_id = 1 and id = (
      select id from stage_changes where account_id = 1 and project_id = $id order by id offset 1 limit 1)`,
    says: [/^Stage change \d+ is earlier than the one before it: the stages overlap\.$/],
  },
  'a project without a stage change': {
    table: 'projects',
    row: moved(2),
    sql: 'delete from stage_changes where account_id = 1 and project_id = $id',
    says: ['It has no stage change: the stage that it began in is unknown.'],
  },
  'a project that is not where it went last': {
    table: 'projects',
    row: moved(3),
    sql: `update stage_changes set to_stage_id = (
        select min(id) from project_stages s where s.account_id = 1 and s.id <> stage_changes.to_stage_id)
      where account_id = 1 and id = (select max(id) from stage_changes where account_id = 1 and project_id = $id)`,
    says: [/^It is in stage \d+, but its last stage change leads to \d+\.$/],
  },
  'a wrong beginning of the time in a stage': {
    table: 'projects',
    row: moved(4),
    sql: `update projects set stage_changed_at = stage_changed_at + interval '1 day' where account_id = 1 and id = $id`,
    says: ['Its time in the stage does not begin with its last stage change.'],
  },
  'a day of what is left to earn without the amount': {
    table: 'projects',
    row: nth('projects', 0, 'deleted_at is null and remaining_amount is not null'),
    sql: 'update projects set remaining_amount = null where account_id = 1 and id = $id',
    says: ['Only one of remaining_amount and remaining_as_of is set.'],
  },
  'a closed project without the moment of its closing': {
    table: 'projects',
    row: nth('projects', 5, `deleted_at is null and close_type = 'lost'`),
    sql: 'update projects set closed_at = null where account_id = 1 and id = $id',
    says: ['Only one of close_type and closed_at is set.'],
  },
  'a goal of other days than those of its period': {
    table: 'goals',
    row: nth('goals', 0),
    sql: `update goals set ends_on = ends_on + 1 where account_id = 1 and id = $id`,
    says: [/^Its days are not those of a (?:year|quarter|month), \S+ to \S+\.$/],
  },
  'a goal of another subject': {
    table: 'goals',
    row: nth('goals', 1),
    sql: `update goals set subject = 'nonsense' where account_id = 1 and id = $id`,
    says: ['Its subject is not made of its period, measure and scope.'],
  },
  'a past version that is gone': {
    table: 'projects',
    row: withPast(0),
    sql: `delete from projects_past where account_id = 1 and id = $id and version = (${firstPast})`,
    says: [/^Version \d+ of it is missing in its past\.$/],
  },
  'a past version with other values': {
    table: 'projects',
    row: withPast(1),
    sql: `update projects_past set amount = 12.34, valid_to = valid_to + interval '1 second'
      where account_id = 1 and id = $id and version = (${firstPast})`,
    says: [
      /^Version \d+ of it has amount 12\.34 in its past, but the log says .*\.$/,
      /^Version \d+ of it has valid_to "[^"]*" in its past, but the log says "[^"]*"\.$/,
    ],
  },
  'a past version that never was': {
    table: 'projects',
    row: withPast(2),
    sql: `update projects_past set version = version + 1000
      where account_id = 1 and id = $id and version = (${firstPast})`,
    says: [/^Its past has version \d+, of which the log does not tell\.$/],
  },
  'a change that nobody is told of': {
    table: 'changes',
    row: lastOf('id', 'create'),
    sql: `delete from webhook_messages where account_id = 1 and resource = 'tasks' and event_type = 'task.create'
      and record_id = (select record_id from changes where account_id = 1 and id = $id)`,
    says: [/^No webhook message reports this change: task\.create of tasks \d+\.$/],
  },
  'a message of a record that is not there': {
    table: 'webhook_messages',
    row: `select 'msg_lost'`,
    sql: `insert into webhook_messages (account_id, id, event_type, event_id, resource, record_id, at)
      values (1, 'msg_lost', 'task.update', 'evt_lost', 'tasks', 999999, now())`,
    says: ['Its record_id 999999 is no row of tasks in this account.'],
  },
  'a message beyond the last position': {
    table: 'webhook_messages',
    row: `select id from webhook_messages where account_id = 1 order by id limit 1`,
    sql: `update webhook_messages set position = 999999 where account_id = 1 and id = '$id'`,
    says: [/^Its position 999999 is beyond \d+, the last that was given: another message will get it too\.$/],
  },
  'a version that is not in the log': {
    table: 'projects',
    row: oftenChanged,
    sql: `delete from changes where account_id = 1 and resource = 'projects' and record_id = $id and version = 3`,
    says: ['The log of it goes from version 2 to 4.'],
  },
  'a record without a log': {
    table: 'tasks',
    row: nth('tasks', 0),
    sql: `delete from changes where account_id = 1 and resource = 'tasks' and record_id = $id`,
    says: ['The log has no change of it.'],
  },
  'a value that the log does not lead to': {
    table: 'tasks',
    row: nth('tasks', 1, `deleted_at is null and completed_at is not null`),
    sql: `update tasks set completed_at = '2001-02-03T04:05:06Z' where account_id = 1 and id = $id`,
    says: [/^Version \d+ sets completed_at to "2\d{3}-.+Z", but it then is "2001-02-03T04:05:06Z"\.$/],
  },
  'a record that was deleted past the log': {
    table: 'tasks',
    row: nth('tasks', 2, `deleted_at is null and completed_at is null and version = 1`),
    sql: 'update tasks set deleted_at = now() where account_id = 1 and id = $id',
    says: ['Version 1 is a create, but after it the record is deleted.'],
  },
  'another version than the log has': {
    table: 'tasks',
    row: nth('tasks', 3, `deleted_at is null and completed_at is null and version = 1`),
    sql: 'update tasks set version = 7 where account_id = 1 and id = $id',
    says: ['It has version 7, but the log of it ends with version 1.'],
  },
  'a change of nothing': {
    table: 'changes',
    row: `select '900000'`,
    sql: `insert into changes (account_id, id, at, resource, record_id, version, action, user_id, source, fields)
      select 1, 900000, '2001-01-01', 'leads', 999998, 1, 'create', min(id), 'api', '{}' from users where account_id = 1;
      select setval('changes_id_seq', 900001)`,
    says: [
      'It is a change of leads 999998, which does not exist.',
      'Its record_id 999998 is no row of leads in this account.',
    ],
  },
  'counts that do not add up': {
    table: 'import_states',
    row: `select '70'`,
    sql: `insert into imports (account_id, id, created_at, updated_at, name, name_folded)
        values (1, 70, now(), now(), 'i', 'i');
      insert into import_states (account_id, id, created_at, updated_at, family, status, file_bytes, format, sheets,
        columns, oddities, mapping, counts, created_by_id)
      select 1, 70, now(), now(), 'tasks', 'complete', 0, '{}', '[]', '[]', '[]', '{}',
        '{"read": 5, "created": 2, "updated": 1, "unchanged": 0, "superseded": 0, "rejected": 1}', min(id)
      from users where account_id = 1;
      select setval('imports_id_seq', 70)`,
    says: ['It read 5 rows, but the counts of their results add up to 4.'],
  },
  'words that no search finds': {
    table: 'companies',
    row: nth('companies', 2),
    sql: `update companies set search = '''1:other'':1A' where account_id = 1 and id = $id`,
    says: ['A search does not find it by its present words.'],
  },
  'a beginning that no search finds': {
    table: 'search_terms',
    row: null,
    sql: `delete from search_terms where account_id = 1 and resource = 'contacts' and term = 'zebediah'`,
    says: ['The word "zebediah" of contacts is missing: no search that begins so finds it.'],
  },
  'ids that Postgres would give again': {
    table: 'task_lists',
    row: `select max(id)::text from task_lists where account_id = 1`,
    sql: `select setval('task_lists_id_seq', 1)`,
    says: ['Its id is beyond 1, the last that Postgres gave: a new row would get an id that is taken.'],
  },
  'a figure that does not follow': {
    table: 'projects',
    row: project(2),
    sql: `update projects set price_per_unit = 123.45, bid_due_at = null, bid_due_date = '2026-05-05'
      where account_id = 1 and id = $id`,
    says: [
      /^Its price_per_unit is 123\.45, and should be /,
      'Of bid_due_date, bid_due_at and bid_due_at_includes_time, some are set and some are not.',
    ],
  },
  'a close type that the stage does not allow': {
    table: 'projects',
    row: nth('projects', 0, `deleted_at is null and close_type = 'lost'`),
    sql: `update projects set close_type = 'won' where account_id = 1 and id = $id`,
    says: ['Its close_type is won, which no project in a lost stage may have.'],
  },
  'a name that sorts wrongly': {
    table: 'leads',
    row: nth('leads', 0, 'deleted_at is null and archived_at is null'),
    sql: `update leads set name_folded = 'zzz', archived_at = now() where account_id = 1 and id = $id`,
    says: [
      'Its name_folded, by which lists sort, is not that of its name.',
      'Only one of archived_at and archived_by is set.',
    ],
  },
  'a person whose name is not theirs': {
    table: 'contacts',
    row: nth('contacts', 0, `deleted_at is null and first_name <> 'Zebediah'`),
    sql: `update contacts set name = 'Nobody', name_folded = 'nobody' where account_id = 1 and id = $id`,
    says: ['Its name is not made of its first_name and last_name.', /^A search does not find it/],
  },
  'a stage that closes, but is open': {
    table: 'project_stages',
    row: nth('project_stages', 0, `category = 'open'`),
    sql: `update project_stages set close_type = 'lost' where account_id = 1 and id = $id`,
    says: ['It has a close_type, but is not a lost stage.'],
  },
  'a role with another name': {
    table: 'project_team_roles',
    row: nth('project_team_roles', 0),
    sql: `update project_team_roles set name = 'King' where account_id = 1 and id = $id`,
    says: [/^Its name is not that of the role /],
  },
};
