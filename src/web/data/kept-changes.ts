import { newId } from '../../client/new-id.ts';
import { ownKey } from './own-key.ts';
import { browserStorage, tabStorage } from './storage.ts';
import type { Fields, RecordTarget } from './target.ts';

/** A change that the service has not answered yet, as this browser keeps it for the person who made it. */
export interface KeptChange {
  readonly target: RecordTarget;
  /** The version of the record that the page had read. */
  readonly version: number;
  /** The idempotency key. A change that was sent before is not made twice. */
  readonly key: string;
  readonly shown: Fields;
  /** The fields of the request, the version to go back to, the deletion, or the conversion of a lead. */
  readonly work:
    | { readonly fields: Fields }
    | { readonly before: number }
    | { readonly deletes: true }
    | { readonly converts: true };
}

interface KeptEntry {
  readonly tab: string;
  readonly change: KeptChange;
}

/** A tab that still runs sends its own changes in this time. Those of one that was closed are sent by another. */
export const othersAfterMs = 60_000;

/** The time at which the page was loaded. */
const begunAt = Date.now();

const tabName = 'plumbline-tab';

/** The name of this tab, which outlives a reload. */
const tab = tabStorage.get(tabName) ?? newId();

let count = 0;
let isLeaving = false;

window.addEventListener('pagehide', () => {
  // A page that is left breaks off its requests. Their changes stay.
  isLeaving = true;
  tabStorage.set(tabName, tab);
});
window.addEventListener('pageshow', () => {
  isLeaving = false;
  // The browser copies the storage into a duplicate of the tab. A duplicate of a page that runs needs another name.
  tabStorage.remove(tabName);
});

/** A change as it lies in the storage of the browser. */
interface KeptPlace {
  /** Notes the version with which the change is sent. With another one, the key would be that of another request. */
  readonly noteVersion: (version: number) => void;
  readonly forget: () => void;
}

/** Keeps a change, so that it survives a reload of the page. @returns null if the browser keeps nothing. */
export function keepChange(change: KeptChange): KeptPlace | null {
  count += 1;
  const place = `${new Date().toISOString()} ${String(count).padStart(6, '0')}`;
  const name = ownKey('change', `${place} ${change.key}`);
  const keep = (kept: KeptChange): boolean =>
    browserStorage.set(name, JSON.stringify({ tab, change: kept } satisfies KeptEntry));
  if (!keep(change)) return null;
  return {
    noteVersion: (version) => {
      // Another tab may have taken it.
      if (browserStorage.get(name) !== null) keep({ ...change, version });
    },
    forget: () => {
      if (!isLeaving) browserStorage.remove(name);
    },
  };
}

/** Takes the changes of the signed-in person that no tab will send, in their order. */
export function takeKeptChanges(): readonly KeptChange[] {
  const start = ownKey('change', '');
  return browserStorage
    .names(start)
    .sort()
    .flatMap((name) => {
      const entry = entryOf(browserStorage.get(name));
      const at = Date.parse(name.slice(start.length).split(' ')[0] ?? '');
      // This page sends its own changes itself. A former page of this tab sends nothing any more.
      const leftAt = entry?.tab === tab ? begunAt : Date.now() - othersAfterMs;
      if (entry && at >= leftAt) return [];
      browserStorage.remove(name);
      return entry ? [entry.change] : [];
    });
}

function entryOf(text: string | null): KeptEntry | null {
  try {
    return JSON.parse(text ?? 'null') as KeptEntry | null;
  } catch {
    return null;
  }
}
