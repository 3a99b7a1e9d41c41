/** A part of an object, in bytes. Both ends are in it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An object of a store. */
export interface StoredObject {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** The place of the contents of files. Objects never change. */
export interface FileStore {
  /**
   * Stores the file at a path. When it resolves, the bytes are on the disk. It may take the file away from its path.
   * @throws {Refusal} `unavailable` without room, or if the store does not answer.
   */
  put(path: string, name: string, size: number): Promise<void>;
  /** The bytes of an object. The iteration fails if there is no such object. */
  open(name: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** The size of an object; null if there is none. */
  size(name: string): Promise<number | null>;
  /** Removes an object, if there is one. */
  remove(name: string): Promise<void>;
  /** All objects, in no order. */
  list(): AsyncIterable<StoredObject>;
}

/** The name of an object: `<account id>/<two hex digits>/<SHA-256>`. Accounts share no object. */
export const objectName = (accountId: string, sha256: string): string => `${accountId}/${sha256.slice(0, 2)}/${sha256}`;

/** The account and the SHA-256 in the name of an object; null for another name. */
export function partsOfName(name: string): { readonly accountId: string; readonly sha256: string } | null {
  const [, accountId = '', sha256 = ''] = /^([1-9]\d*)\/[\da-f]{2}\/([\da-f]{64})$/.exec(name) ?? [];
  return objectName(accountId, sha256) === name ? { accountId, sha256 } : null;
}
