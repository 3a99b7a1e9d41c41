import type { Mapping } from './mapping.ts';

/** A mapping as JSON to read and to edit: indented, with each list of texts on one line. */
export const mappingText = (mapping: Mapping): string =>
  JSON.stringify(mapping, null, 2).replaceAll(
    /\[\n([^[\]{}]*)\]/g,
    (_, items: string) => `[${items.trim().replaceAll(/,\n\s*/g, ', ')}]`,
  );
