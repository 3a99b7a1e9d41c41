import type { Queryable } from '../../database/engine.ts';
import { adminContext } from '../../records/access/accounts.ts';
import { makeLink, type PasswordLink } from '../../records/access/password-links.ts';
import { fieldsMade } from '../../records/changing/audited-change.ts';
import { type AuditEntry, auditStatement } from '../../records/changing/audit-statement.ts';
import type { RequestContext } from '../../records/request-context.ts';
import type { RecordNamed } from '../../resources/index.ts';
import { findAccount } from '../../store/access/accounts.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import { write } from '../../store/write/write.ts';
import type { Manifest } from './archive-file.ts';

/** The user or command line that restores an account. */
export interface Restorer extends Pick<RequestContext, 'source' | 'requestId'> {
  /** The e-mail address of the user; null on the command line. */
  readonly email: string | null;
}

/** A restored account. Its users have no passwords, so an admin gets a link. */
export interface RestoredAccount {
  readonly manifest: Manifest;
  /** The admin with the e-mail address of the user who restored the account, or else the first one. */
  readonly admin: { readonly id: string; readonly name: string | null; readonly email: string } | null;
  /** Null also on the command line, which makes links itself. */
  readonly link: PasswordLink | null;
}

interface HandOver {
  readonly accountId: string;
  readonly manifest: Manifest;
  readonly now: Date;
  readonly by: Restorer;
}

/**
 * Ends a restore: it logs from which archive the earlier entries of the log are, and who restored it, and makes a link
 * for an admin. The entries are those of that admin, because the archive may not have the user who restored it.
 */
export async function handOver(
  transaction: Queryable,
  { accountId, manifest, now, by }: HandOver,
): Promise<RestoredAccount> {
  const { email, ...request } = by;
  const directory = await readDirectory(transaction, accountId);
  const admin = adminAmong([...directory.entries('users').values()], email);
  if (!admin) return { manifest, admin: null, link: null };
  const made = email === null ? null : await makeLink(transaction, { accountId, userId: admin.id }, now);
  const { version } = await findAccount(transaction, accountId);
  const entries: AuditEntry[] = [
    { resource: 'account', id: accountId, version, action: 'restore', fields: fieldsMade(origin(manifest, email)) },
    ...(made ? [linkEntry(made, admin.id)] : []),
  ];
  const context = { ...adminContext(directory, now, admin.id), ...request };
  await write(transaction, accountId, [auditStatement(context, entries)]);
  const link = made && { text: made.text, expires_at: made.expires_at };
  return { manifest, admin: { id: admin.id, name: admin.name, email: admin.email }, link };
}

function adminAmong(users: readonly RecordNamed<'users'>[], email: string | null): RecordNamed<'users'> | undefined {
  const admins = users.filter(({ deleted_at: deletedAt, role }) => deletedAt === null && role === 'admin');
  return admins.find((one) => one.email.toLowerCase() === email?.toLowerCase()) ?? admins[0];
}

const origin = ({ account, made_at: madeAt }: Manifest, email: string | null) => ({
  archive: `account ${account.id}, ${account.name}, as of ${madeAt}`,
  restored_by: email,
});

const linkEntry = (link: PasswordLink & { readonly id: string }, userId: string): AuditEntry => ({
  resource: 'password_links',
  id: link.id,
  version: 1,
  action: 'create',
  fields: fieldsMade({ user_id: userId, expires_at: link.expires_at }),
});
