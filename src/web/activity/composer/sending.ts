import { newId } from '../../../client/new-id.ts';
import { announceNew } from '../../create/announce-new.ts';
import { sendRequest } from '../../data/api.ts';
import { sendOnceConnected } from '../../data/connection.ts';
import { draftOf, dropDraft, keepDraft } from '../../data/drafts.ts';
import { sharedValue, useShared } from '../../data/shared-value.ts';
import { toast } from '../../toasts/toasts.ts';
import type { MadeEntry } from './composed-entry.ts';
import { type EntryFaults, entryFaultsOf } from './entry-faults.ts';

/** The state of the box of a record. It lasts while the person looks at other records. */
interface BoxState {
  readonly isSending: boolean;
  readonly faults: EntryFaults;
  /** The number of entries that were sent from it. */
  readonly sent: number;
}

const states = sharedValue<ReadonlyMap<string, BoxState>>(new Map());
const idle: BoxState = { isSending: false, faults: {}, sent: 0 };

const stateOf = (box: string): BoxState => states.get().get(box) ?? idle;

const change = (box: string, state: Partial<BoxState>): void =>
  states.set(new Map([...states.get(), [box, { ...stateOf(box), ...state }]]));

/** The state of a box. @param box the name of its draft. */
export const useBoxState = (box: string): BoxState => useShared(states).get(box) ?? idle;

/** Shows what is wrong with the entry; nothing, once it has changed. */
export const showFaults = (box: string, faults: EntryFaults): void => change(box, { faults });

/** An entry as it is sent, with its idempotency key. */
interface PreparedEntry extends MadeEntry {
  readonly key: string;
}

/** The record that an entry became. */
export interface MadeRecord {
  readonly singular: string;
  readonly plural: string;
  readonly id: string;
}

interface SentEntry {
  /** The typed entry as text. The same text is sent with the same key, also after a reload of the page. */
  readonly typed: string;
  /** @throws {UnsentEntry} if the entry names nobody whom the service finds. @throws {Refused} @throws {Unreachable} */
  readonly prepare: () => Promise<MadeEntry>;
  /** `The note is added.` */
  readonly said: string;
  /** Opens the made record. */
  readonly open: (path: string) => void;
  /** Called once the service has it. */
  readonly onMade: (made: MadeRecord) => void;
}

/** Makes an entry once there is a connection. The draft goes when the service has it; the faults show if it refuses. */
export async function sendEntry(box: string, entry: SentEntry): Promise<void> {
  if (stateOf(box).isSending) return;
  change(box, { isSending: true, faults: {} });
  try {
    const made = await sendOnceConnected(() => attempt(box, entry), true);
    const path = `/${made.plural}/${made.id}`;
    for (const name of [box, requestDraft(box)]) dropDraft(name);
    change(box, { isSending: false, sent: stateOf(box).sent + 1 });
    announceNew(made, made.id);
    entry.onMade(made);
    toast(entry.said, { action: { name: 'Open', run: () => entry.open(path) } });
  } catch (error) {
    const faults = entryFaultsOf(error);
    change(box, { isSending: false, faults });
    const isSeen = document.querySelector(`[data-composer="${box}"]`) !== null;
    if (!isSeen) toast(`An entry was not added. ${Object.values(faults).join(' ')}`, { isFault: true });
  }
}

const requestDraft = (box: string): string => `${box}-request`;

interface KeptRequest {
  readonly typed: string;
  readonly prepared: PreparedEntry;
}

async function attempt(box: string, { typed, prepare }: SentEntry): Promise<MadeRecord> {
  const kept = draftOf<KeptRequest>(requestDraft(box))?.values;
  const prepared = kept?.typed === typed ? kept.prepared : { ...(await prepare()), key: newId() };
  keepDraft(requestDraft(box), { typed, prepared } satisfies KeptRequest);
  const { singular, fields, key } = prepared;
  const plural = `${singular}s`;
  const { body } = await sendRequest<Readonly<Record<string, { readonly id: string }>>>({
    ...{ method: 'POST', path: `/${plural}`, key },
    body: { [singular]: fields },
  });
  return { singular, plural, id: body[singular]?.id ?? '' };
}
