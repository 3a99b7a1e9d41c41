import { messages, protocol } from '@electric-sql/pglite';

/** A message of Postgres to its client. */
export type BackendMessage = Parameters<Parameters<protocol.Parser['parse']>[1]>[0];

const dataRow = 'D'.charCodeAt(0);

/**
 * Parses complete messages of the wire protocol: one byte for the type, four for the length, which counts itself but not
 * the type, then the content ("Message Formats" in the documentation of Postgres). PGlite's parser leaves out U+FEFF at
 * the beginning of a value, and takes about ten times as long, so this function reads the rows itself.
 */
export function parseMessages(bytes: Buffer): BackendMessage[] {
  const parsed: BackendMessage[] = [];
  const parser = new protocol.Parser();
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readInt32BE(at + 1);
    const end = at + 1 + length;
    if (bytes[at] === dataRow) parsed.push(new messages.DataRowMessage(length, valuesIn(bytes, at + 5)));
    else parser.parse(bytes.subarray(at, end), (message) => parsed.push(message));
    at = end;
  }
  return parsed;
}

/** The values of a row: their number, then each with its length before it. The length -1 stands for null. */
function valuesIn(bytes: Buffer, start: number): (string | null)[] {
  const values: (string | null)[] = [];
  let at = start + 2;
  for (let left = bytes.readInt16BE(start); left > 0; left -= 1) {
    const length = bytes.readInt32BE(at);
    const end = at + 4 + Math.max(length, 0);
    values.push(length < 0 ? null : bytes.toString('utf8', at + 4, end));
    at = end;
  }
  return values;
}
