import { setTimeout as wait } from 'node:timers/promises';
import { adminContext } from '../../records/access/accounts.ts';
import { createPasswordLink, type PasswordLink } from '../../records/access/password-links.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { valueOf } from '../../records/results.ts';
import { readDirectory } from '../../store/rows/directories.ts';
import type { Manifest } from './archive-file.ts';
import type { ReceivedArchive } from './receive-archive.ts';
import { restoreAccount } from './restore-account.ts';

/** How far a restore is, in rows. */
export interface RestoreProgress {
  readonly done: number;
  readonly total: number;
}

/** A restored account. Its users have no passwords, so an admin gets a link. */
export interface Restored {
  readonly manifest: Manifest;
  /** The admin with the e-mail address of the user who restored the account, or else the first one. */
  readonly admin: { readonly id: string; readonly name: string | null; readonly email: string } | null;
  readonly link: PasswordLink | null;
}

/** A restore that has begun. It goes on when nobody waits for it any more. */
export interface BegunRestore {
  readonly progress: () => RestoreProgress;
  readonly ended: Promise<Restored>;
}

/**
 * Restores a received archive into the account of the request, and removes the file at the end.
 * @throws {Refusal} as `restoreAccount`, before anything is written.
 */
export async function beginRestore(context: StoreContext, archive: ReceivedArchive): Promise<BegunRestore> {
  const progress = { done: 0, total: 0 };
  const { ended, begun } = started(context, archive, progress);
  // A refusal comes before the beginning.
  await Promise.race([begun, ended]);
  // If no caller awaits the end, a failure must not count as an unhandled rejection.
  ended.catch(() => undefined);
  return { progress: () => ({ ...progress }), ended };
}

function started(context: StoreContext, archive: ReceivedArchive, progress: { done: number; total: number }) {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const restoring = {
    ...{ accountId: context.actor.accountId, file: archive.file, name: 'The file', now: context.at },
    begun: (total: number) => {
      progress.total = total;
      begin();
    },
    progressed: (done: number) => void (progress.done = done),
  };
  return { begun, ended: restored(context, archive, restoring) };
}

async function restored(
  context: StoreContext,
  archive: ReceivedArchive,
  restoring: Parameters<typeof restoreAccount>[1],
): Promise<Restored> {
  try {
    const former = context.directory.entries('users').get(context.actor.userId)?.email;
    const manifest = await restoreAccount(context.store.engine, restoring);
    return { manifest, ...(await linkFor(context, former ?? null)) };
  } finally {
    await archive[Symbol.asyncDispose]();
  }
}

async function linkFor(context: StoreContext, email: string | null): Promise<Pick<Restored, 'admin' | 'link'>> {
  const { store, at, requestId, source } = context;
  const directory = await readDirectory(store.engine, context.actor.accountId);
  const admins = [...directory.entries('users').values()].filter(
    ({ deleted_at: deletedAt, role }) => deletedAt === null && role === 'admin',
  );
  const admin = admins.find((one) => one.email.toLowerCase() === email?.toLowerCase()) ?? admins[0];
  if (!admin) return { admin: null, link: null };
  const asAdmin = { ...adminContext(directory, at, admin.id), store, requestId, source };
  const link = valueOf(await createPasswordLink(asAdmin, { id: admin.id }));
  return { admin: { id: admin.id, name: admin.name, email: admin.email }, link };
}

/** The interval at which a restore tells how far it is, in milliseconds. */
const tellEveryMs = 500;

/** How far a restore is, again and again until it ends. */
export async function* progressOf({ progress, ended }: BegunRestore): AsyncGenerator<RestoreProgress> {
  const end = ended.then(
    () => true,
    () => true,
  );
  do {
    yield progress();
  } while (!(await Promise.race([end, wait(tellEveryMs, false)])));
}
