import type { Resource, Row, Value } from '../../resources/resource.ts';
import { type JsonDocument, type LargeReference, largeReferences, identityFromJson } from './columns.ts';

/** Adds the embedded columns of large references to a row, in the form that a select returns. */
export function withEmbedded(
  row: Row,
  resource: Resource,
  referenced: ReadonlyMap<string, ReadonlyMap<string, JsonDocument>>,
): Row {
  const columns: Record<string, Value> = {};
  for (const large of largeReferences(resource)) {
    const document = referenced.get(large.target.plural)?.get((row[large.column] ?? '') as string);
    if (document) Object.assign(columns, embeddedValues(large, document, large.fieldName));
  }
  return { ...row, ...columns };
}

function embeddedValues(
  { embedded, nested }: LargeReference,
  document: JsonDocument,
  path: string,
): Record<string, Value> {
  const shown: JsonDocument = { ...document, ...identityFromJson(document) };
  return Object.assign(
    Object.fromEntries(embedded.map((name) => [`${path}.${name}`, (shown[name] ?? null) as Value])),
    ...nested.map((inner) => {
      const within = document[inner.fieldName] as JsonDocument | null;
      return within ? embeddedValues(inner, within, `${path}.${inner.fieldName}`) : {};
    }),
  ) as Record<string, Value>;
}
