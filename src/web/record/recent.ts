import { ownKey } from '../data/own-key.ts';
import { browserStorage } from '../data/storage.ts';

/** A record that the person has opened. */
export interface RecentRecord {
  readonly plural: string;
  readonly id: string;
  readonly name: string;
}

const most = 12;

const isSame = (one: RecentRecord, other: RecentRecord): boolean => one.plural === other.plural && one.id === other.id;

/** The records with another one in front, each once. */
const withRecent = (records: readonly RecentRecord[], record: RecentRecord): readonly RecentRecord[] =>
  [record, ...records.filter((one) => !isSame(one, record))].slice(0, most);

const key = (): string => ownKey('recent', 'records');

/** The records that the person has opened in this browser, the last one first. */
export function recentRecords(): readonly RecentRecord[] {
  try {
    return JSON.parse(browserStorage.get(key()) ?? '[]') as RecentRecord[];
  } catch {
    // They are not those of this version of the page.
    return [];
  }
}

export const keepRecent = (record: RecentRecord): void => keep(withRecent(recentRecords(), record));

/** Forgets a record that is not there any more. */
export const dropRecent = (plural: string, id: string): void =>
  keep(recentRecords().filter((one) => one.plural !== plural || one.id !== id));

const keep = (records: readonly RecentRecord[]): void => void browserStorage.set(key(), JSON.stringify(records));
