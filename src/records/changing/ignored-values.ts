import { isDeepStrictEqual } from 'node:util';
import type { Resource, Row } from '../../resources/resource.ts';
import { isDateTime, wireTime } from '../../resources/vocabulary/formats.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { rendererOf } from '../reading/renderer.ts';
import { parsed } from '../results.ts';

/** The values that a request gives for keys that records show and clients cannot set, by key. */
export type IgnoredInput = Readonly<Record<string, unknown>>;

/** The states of a record that a value may repeat. */
interface States {
  /** Null if the request creates the record. */
  readonly before: Row | null;
  readonly after: Row;
  readonly directory: Directory;
  readonly at: Date;
}

/**
 * The keys whose values the record had neither before the change nor has after it. A client that sends back what it
 * read, or what follows from its own change, loses nothing.
 */
export function ignoredKeys(
  resource: Resource,
  given: IgnoredInput,
  { before, after, directory, at }: States,
): readonly string[] {
  const differing = (keys: readonly string[], row: Row): string[] => {
    if (keys.length === 0) return [];
    const render = rendererOf({ resource, keys: ['id', ...keys] }, directory, at);
    const shown: IgnoredInput = {
      version: row.version,
      deleted_at: row.deleted_at,
      ...parsed<IgnoredInput>(render(row)),
    };
    return keys.filter((key) => !isDeepStrictEqual(comparable(given[key]), comparable(shown[key])));
  };
  const lost = differing(Object.keys(given), after);
  return before === null ? lost : differing(lost, before);
}

/** A record that another embeds counts by its id, and a time by its instant. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') return isDateTime(value) ? wireTime(value) : value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  return 'id' in value ? { id: value.id } : value;
}
