import { SaxesParser } from 'saxes';

/** An object in a page of a list. */
export interface BucketObject {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

/** A page of the list of the objects of a bucket (ListObjectsV2). */
export interface ObjectPage {
  readonly objects: readonly BucketObject[];
  /** The token of the next page; null for the last one. */
  readonly next: string | null;
}

/** The limit of a page in characters: 1000 objects with their longest keys are smaller. */
const mostCharacters = 4 * 2 ** 20;

/** Reads a page of a list. @throws {Error} for a document that is no such page. */
export async function readObjectPage(body: AsyncIterable<Uint8Array>): Promise<ObjectPage> {
  const objects: BucketObject[] = [];
  let fields: Record<string, string> = {};
  const facts: Record<string, string> = {};
  let [text, length] = ['', 0];
  const parser = new SaxesParser({ position: false });
  parser.on('opentag', ({ name }) => {
    text = '';
    if (name === 'Contents') fields = {};
  });
  parser.on('text', (piece) => (text += piece));
  parser.on('closetag', ({ name }) => {
    if (name === 'Contents') objects.push(objectOf(fields));
    fields[name] = text;
    facts[name] = text;
  });
  const decoder = new TextDecoder();
  for await (const piece of body) {
    length += piece.length;
    if (length > mostCharacters) throw new Error('The list of the store is too long.');
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.close();
  if (!('ListBucketResult' in facts)) throw new Error('The store did not answer with a list.');
  return { objects, next: facts['IsTruncated'] === 'true' ? (facts['NextContinuationToken'] ?? null) : null };
}

const objectOf = ({ Key: key = '', Size: size = '', LastModified: at = '' }: Record<string, string>): BucketObject => ({
  key,
  size: Number(size),
  modifiedAt: new Date(at),
});
