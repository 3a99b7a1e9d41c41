/** The name of a rule in `sent-statements.ts`. */
export type RuleName = 'account' | 'recursion' | 'expression' | 'insert' | 'place' | 'row';

/** A statement that may break a rule, with the reason. */
interface Exemption {
  readonly rule: RuleName;
  readonly statement: RegExp;
  readonly reason: string;
}

/** The statements that break the rule of the account read across all shards. None of them locks a row or writes. */
export const exemptions: readonly Exemption[] = [
  {
    rule: 'account',
    statement: /^select u\.account_id, a\.name as account_name, a\.directory_version, u\.id as user_id/,
    reason: 'A user who signs in names an e-mail address, which may be that of a user in several accounts.',
  },
  {
    rule: 'account',
    statement:
      /^select (1 as found from accounts limit 1|id, name, time_zone, currency, created_at from accounts order by id)$/,
    reason: 'The first start asks whether there is any account, and a command lists them.',
  },
  {
    rule: 'account',
    statement: /^select 1 as found from webhooks w where [^$]+ limit 1$/,
    reason: 'A process without any webhook does not look for due deliveries.',
  },
  {
    rule: 'account',
    statement: /^select w\.account_id, w\.id as webhook_id, w\.failing_since is not null as is_failing/,
    reason: 'Lists the endpoints of the accounts with due deliveries, which are then claimed account by account.',
  },
  {
    rule: 'account',
    statement:
      /^\(select account_id from jobs where \(due_at <= \$1::timestamptz or [^)]+\) and kind = any\(\$2::text\[\]\)\s+group by/,
    reason: 'Lists the accounts with due jobs, whose steps then run account by account.',
  },
  {
    rule: 'account',
    statement:
      /^select (w\.)?account_id from (webhooks w\s+where [^$]+ d\.due_at <= \$1|(\(\s+select account_id from )?webhook_deliveries\s+where \(due_at at)/,
    reason: 'Lists the accounts with deliveries that are due, or are far away because the clock has gone back.',
  },
  {
    rule: 'account',
    statement:
      /^select account_id from webhook_messages where position is null( and account_id = any\(\$1::bigint\[\]\))? group by account_id$/,
    reason: 'Lists the accounts with messages to place, which are then placed account by account.',
  },
  {
    rule: 'account',
    statement: /^select account_id, last from message_positions where account_id = any\(\$1::bigint\[\]\)$/,
    reason: 'One look at the last positions serves all accounts that somebody follows.',
  },
  {
    rule: 'account',
    statement:
      /^select a\.id from accounts a where (\(\s+select true from webhook_messages m|exists \(select from file_blobs b)/,
    reason:
      'Lists the accounts with messages to forget or contents of files, which are then visited account by account.',
  },
  {
    rule: 'account',
    statement: /^select count\(\*\)::integer as count,\s+coalesce\(extract\(epoch/,
    reason: 'The metrics count the due deliveries of all accounts.',
  },
  {
    rule: 'account',
    statement: /^select max\(t\."?id"?\) as greatest from "?\w+"? t where t\."?id"? <= \$1::bigint$/,
    reason: 'The repair of a sequence, which all accounts share, reads the greatest id of its table.',
  },
  {
    rule: 'account',
    statement:
      /^(?:select count\(\*\) as count from "\w+" t$|declare saved no scroll cursor for\s+select row_to_json\(p\)::text as line\s+from "\w+" p\s+order by)/,
    reason: 'A backup counts and reads the rows of all accounts as they are at one instant.',
  },
  {
    rule: 'insert',
    statement: /^with write_0 as \(/,
    reason: 'A change writes all of its rows in one statement. Citus takes it, in as many steps as it has parts.',
  },
  {
    rule: 'insert',
    statement: /^with asked as materialized .* insert into webhook_deliveries as d /s,
    reason: 'The upsert finds each claimed delivery by its whole key, whatever the planner knows of the table.',
  },
  {
    rule: 'insert',
    statement: /^with (taken|endpoint) as .* insert into webhook_deliveries .* on conflict /s,
    reason: 'Only a redelivery or a replay that a user asks for sends it, and it tells what was not inserted too.',
  },
  {
    rule: 'insert',
    statement: /^with owner as .* insert into known_browsers .* insert into api_tokens /s,
    reason: 'A sign-in holds the user and the password while it adds the session, which is on all nodes.',
  },
  {
    rule: 'insert',
    statement: /^with counter as \(\s+insert into project_number_counters /,
    reason: 'The first project of a year makes the counter, which locks until the commit. One row is carried.',
  },
];

/** The statements that the program sends only where no table is distributed, so that no rule holds for them. */
export const ofOneServer: readonly Omit<Exemption, 'rule'>[] = [
  {
    statement: /^insert into "\w+" \([^)]+\)\s+select [^$]+ from json_populate_recordset\(null::"\w+", \$1::json\) r$/,
    reason: 'A restore of all accounts refuses a database whose tables are distributed.',
  },
];
