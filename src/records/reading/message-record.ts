import { Refusal } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import type { StoreContext } from '../request-context.ts';
import type { RecordText } from '../results.ts';
import { readOne } from './read.ts';

/** The record that a message is about. */
export interface MessageSubject {
  /** The plural of its family. */
  readonly resource: string;
  /** Null in a message that tests a webhook. */
  readonly record_id: string | null;
}

/**
 * The record of a message as it is now; `null` if it is deleted. Concurrent reads share a statement.
 */
export async function messageRecord(
  context: StoreContext,
  { resource, record_id: id }: MessageSubject,
): Promise<RecordText> {
  if (id === null) return 'null';
  try {
    return (await readOne(context, { resource: resourceOf(resource) }, { id })).json;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return 'null';
    throw error;
  }
}
