import { Turn } from '../../records/turns.ts';
import { Refusal } from '../../refusal.ts';
import type { BulkText, RowParserSettings, RowText } from '../contract/operation.ts';
import { decode, deepest, malformed, tooDeep } from './body.ts';
import { JsonScan, type ScanListener } from './json-scan.ts';

/*
 * `JSON.parse` of 16 MiB blocks the process for a fifth of a second; 16 MiB of empty arrays take half a gigabyte.
 * So the service first scans a bulk body in steps for the positions of its rows, and later parses each row separately.
 */

/** The limit of values in a bulk body, including nested ones: fifty in each of ten thousand rows. */
export const mostValues = 500_000;

/** The limits of one row. A larger row could have too many problems. */
export const mostOfOne = { values: 10_000, keys: 2_000 } as const;

/** The limit of different keys in all rows together. Each key takes many times the memory of its characters. */
export const mostNames = 5000;

/**
 * Finds the rows of a body. It yields to other requests while it scans.
 * @returns undefined for an empty body, which the operation handles.
 * @throws {Refusal} `malformed_json`, with the position; `validation_failed` with too many values.
 */
export async function readRows(bytes: Uint8Array, asked: RowParserSettings): Promise<BulkText | undefined> {
  const turn = new Turn();
  // One call takes about 60 ms at most. Decoding in pieces would double the memory.
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const outline = new Outline(text, asked);
  const scan = new JsonScan(text, outline);
  const steps = scan.steps();
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (turn.isOver) await turn.pause();
  if (!step.value) throw malformed(text, scan.at);
  return outline.found;
}

/** The positions of a body's rows. If a key occurs twice, the last value counts. */
class Outline implements ScanListener {
  readonly #text: string;
  readonly #asked: RowParserSettings;
  #rows: RowText[] | null = null;
  #count = 0;
  #hasOtherKeys = false;
  #isInRows = false;
  #values = 0;
  #keys = 0;
  readonly #names = new Set<string>();
  /** The keys that no earlier row has. */
  #newNames = new Set<string>();
  #row = { start: 0, values: 0, keys: 0 };

  constructor(text: string, asked: RowParserSettings) {
    this.#text = text;
    this.#asked = asked;
  }

  get found(): BulkText {
    return { rows: this.#hasOtherKeys ? null : this.#rows, count: this.#count };
  }

  onKey = (start: number, end: number, depth: number): void => {
    this.#keys += 1;
    if (depth > 1) {
      this.#name(this.#text.slice(start, end));
      return;
    }
    this.#isInRows = JSON.parse(this.#text.slice(start, end)) === this.#asked.key;
    if (!this.#isInRows) this.#hasOtherKeys = true;
  };

  onValue = (start: number, depth: number): void => {
    const bracket = this.#text[start];
    if (depth >= deepest && (bracket === '{' || bracket === '[')) throw tooDeep();
    this.#values += 1;
    if (this.#values > mostValues) throw tooManyValues(this.#asked.key);
    if (!this.#isInRows) return;
    if (depth === 1) [this.#rows, this.#count] = [bracket === '[' ? [] : null, 0];
    if (depth !== 2) return;
    this.#row = { start, values: this.#values - 1, keys: this.#keys };
    this.#newNames = new Set();
  };

  onEnd = (end: number, depth: number): void => {
    if (depth !== 2 || !this.#isInRows || !this.#rows) return;
    this.#count += 1;
    if (this.#count > this.#asked.most) return;
    const { start, values, keys } = this.#row;
    this.#rows.push({
      length: end - start,
      values: this.#values - values,
      keys: this.#keys - keys,
      hasFewNames: this.#hasFewNames(this.#keys - keys),
      parse: () => JSON.parse(this.#text.slice(start, end)) as unknown,
    });
  };

  #name(name: string): void {
    if (this.#newNames.size <= mostOfOne.keys && !this.#names.has(name)) this.#newNames.add(name);
  }

  /** The keys of a refused row do not count toward the limit for later rows. */
  #hasFewNames(keys: number): boolean {
    if (keys > mostOfOne.keys || this.#names.size + this.#newNames.size > mostNames) return false;
    for (const name of this.#newNames) this.#names.add(name);
    return true;
  }
}

function tooManyValues(key: string): Refusal {
  const most = mostValues.toLocaleString('en-US');
  return new Refusal('validation_failed', `The rows of a request may have at most ${most} values in total.`, {
    problems: [{ pointer: `/${key}`, code: 'too_many', message: `must have at most ${most} values` }],
  });
}
