/** Texts by key. A browser may refuse to store anything: then there are none, and `set` returns false. */
interface TextStorage {
  get(key: string): string | null;
  set(key: string, text: string): boolean;
  remove(key: string): void;
  /** The keys that begin with a text. */
  names(start: string): string[];
}

/** After it has forgotten everything, a page stores nothing more until it is loaded again. */
let isForgotten = false;

type StorageName = 'localStorage' | 'sessionStorage';

function attempt<Result>(name: StorageName, work: (storage: Storage) => Result, otherwise: Result): Result {
  try {
    return work(window[name]);
  } catch {
    // The storage is full or switched off.
    return otherwise;
  }
}

const storageOf = (name: StorageName): TextStorage => ({
  get: (key) => attempt(name, (storage) => storage.getItem(key), null),
  set: (key, text) => attempt(name, (storage) => !isForgotten && (storage.setItem(key, text), true), false),
  remove: (key) => attempt(name, (storage) => storage.removeItem(key), undefined),
  names: (start) => attempt(name, (storage) => Object.keys(storage).filter((key) => key.startsWith(start)), []),
});

/** The storage that all tabs of this browser share. */
export const browserStorage = storageOf('localStorage');

/** The storage of this tab alone. It outlives a reload. */
export const tabStorage = storageOf('sessionStorage');

/** The settings of the browser, which say nothing about a person or a firm: single keys, the language of samples. */
const lasting = ['plumbline-single-keys', 'language'];

/** Forgets everything but settings of the browser. Other tabs hear a storage event without a key. */
export function forgetStored(): void {
  const settings = lasting.map((key) => [key, browserStorage.get(key)] as const);
  attempt('localStorage', (storage) => storage.clear(), undefined);
  for (const [key, value] of settings) if (value !== null) browserStorage.set(key, value);
  forgetTab();
}

/** Forgets the storage of this tab alone. The shared one may already belong to a person who has signed in since. */
export function forgetTab(): void {
  attempt('sessionStorage', (storage) => storage.clear(), undefined);
  isForgotten = true;
}
