import { type Document, documentProblems, mergePatched } from '../../domain/document.ts';
import { refuseFaulty } from '../../refusal.ts';
import {
  lockPreferences,
  readPreferences as readStored,
  type StoredPreferences,
  writePreferences,
} from '../../store/access/preferences.ts';
import { refuseOtherVersion, storedChange } from '../changing/audited-change.ts';
import { isSame } from '../../domain/input.ts';
import type { ChangeContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, VersionedValue } from '../results.ts';

/** The requested merge patch of the preferences, and the versions that the request accepts. */
export interface AskedPreferences {
  readonly patch: Document;
  readonly versions?: readonly number[] | undefined;
}

/** In bytes of JSON, the stored ones included. */
export const mostOfPreferences = 64 * 1024;

const shown = ({ version, document }: StoredPreferences): VersionedValue<Document> => ({ version, value: document });

/** The preferences of the acting user; an empty object before the first change. */
export const readPreferences = async ({ store, actor }: StoreContext): Promise<VersionedValue<Document>> =>
  shown(await readStored(store.engine, actor));

/** Merges a patch into the preferences of the acting user. No log and no message tells of it. */
export const changePreferences = (
  context: ChangeContext<VersionedValue<Document>>,
  { patch, versions }: AskedPreferences,
): Promise<ChangeOutcome<VersionedValue<Document>>> =>
  storedChange(context, async (transaction) => {
    const { actor, at: now } = context;
    const before = await lockPreferences(transaction, actor, now);
    refuseOtherVersion(versions, before.version, 'preferences');
    const document = mergePatched(before.document, patch);
    refuseFaulty(documentProblems(document, { pointer: '/preferences', most: mostOfPreferences }));
    const isKept = isSame(before.document, document);
    const after = isKept ? before : await writePreferences(transaction, actor, { document, now });
    return { value: shown(after), log: [] };
  });
