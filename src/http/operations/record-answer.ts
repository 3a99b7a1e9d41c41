import type { RenderedRecord } from '../../records/results.ts';
import type { Resource } from '../../resources/resource.ts';
import { type Answer, ignoredHeader, madeAnswer, shownAnswer } from '../contract/answer.ts';

/** The response with one record. A 201 includes its `Location`. */
export const recordAnswer =
  ({ singular, plural }: Resource, status: 200 | 201) =>
  (record: RenderedRecord): Answer => {
    const shown = sayingIgnored(shownAnswer(singular, record), record);
    return status === 200 ? shown : madeAnswer(`/${plural}`, record.id, shown);
  };

/** Names the keys of the request that the service ignored, though their values differ from the record's. */
const sayingIgnored = (answer: Answer, { ignored = [] }: RenderedRecord): Answer =>
  ignored.length === 0 ? answer : { ...answer, headers: { ...answer.headers, [ignoredHeader]: ignored.join(', ') } };
