/** A statement that does not have to name an account, with the reason. */
interface Exemption {
  readonly statement: RegExp;
  readonly reason: string;
}

/** Each of these statements reads across all shards. None of them locks a row or writes. */
export const exemptions: readonly Exemption[] = [
  {
    statement: /^select encode\(t\.hash, 'hex'\) as hash/,
    reason: 'A credential is looked up by its digest, before its account is known.',
  },
  {
    statement: /^select u\.account_id, a\.name as account_name, a\.directory_version, u\.id as user_id/,
    reason: 'A user who signs in names an e-mail address, which may be that of a user in several accounts.',
  },
  {
    statement: /^select 1 as found from accounts limit 1$/,
    reason: 'The first start asks whether there is any account.',
  },
  {
    statement: /^select 1 as found from webhooks w where [^$]+ limit 1$/,
    reason: 'A process without any webhook does not look for due deliveries.',
  },
  {
    statement: /^select w\.account_id, w\.id as webhook_id, w\.failing_since is not null as is_failing/,
    reason: 'Lists the endpoints of all accounts with due deliveries, which are then claimed account by account.',
  },
  {
    statement:
      /^select account_id from jobs where \(due_at <= \$1::timestamptz or [^)]+\) and kind = any\(\$2::text\[\]\)\s+group by/,
    reason: 'Lists the accounts with due jobs, whose steps then run account by account.',
  },
  {
    statement:
      /^select w\.account_id from webhooks w\s+where [^$]+ d\.due_at > \$1::timestamptz\s+order by d\.due_at desc/,
    reason: 'Lists the accounts with deliveries that are far away. These are then brought forward account by account.',
  },
  {
    statement:
      /^select account_id from webhook_messages where position is null( and account_id = any\(\$1::bigint\[\]\))? group by account_id$/,
    reason: 'Lists the accounts with messages to place, which are then placed account by account.',
  },
  {
    statement: /^select account_id, last from message_positions where account_id = any\(\$1::bigint\[\]\)$/,
    reason: 'One look at the last positions serves all accounts that somebody follows.',
  },
  {
    statement: /^select a\.id from accounts a where \(\s+select true from webhook_messages m/,
    reason: 'Lists the accounts with messages to forget, which are then forgotten account by account.',
  },
  {
    statement: /^select count\(\*\)::integer as count,\s+coalesce\(extract\(epoch/,
    reason: 'The metrics count the due deliveries of all accounts.',
  },
  {
    statement: /account_id is not distinct from \$1::bigint/,
    reason: 'A search compares the account so that the planner passes over the indexes that begin with it.',
  },
  {
    statement: /^select max\(t\."?id"?\) as greatest from "?\w+"? t where t\."?id"? <= \$1::bigint$/,
    reason: 'The repair of a sequence, which all accounts share, reads the greatest id of its table.',
  },
];
