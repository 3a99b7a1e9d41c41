import type { Resource, Row, Value } from '../../resources/resource.ts';
import {
  type JsonDocument,
  largeLinks,
  type LargeReference,
  largeReferences,
  identityFromJson,
  valueFromJson,
} from './columns.ts';

/** Adds the embedded columns of large references and the documents of large links to a row, as a select returns them. */
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
  for (const { fieldName, column, target } of largeLinks(resource)) {
    const documents = referenced.get(target.plural);
    columns[fieldName] = ((row[column] ?? []) as string[]).flatMap(
      (id) => documents?.get(id) ?? [],
    ) as unknown as Value;
  }
  return { ...row, ...columns };
}

/** The columns of an embedded record, `<path>.<column>`, from a document. */
export function embeddedValues(
  { embedded, nested, target }: LargeReference,
  document: JsonDocument,
  path: string,
): Record<string, Value> {
  const shown: JsonDocument = { ...document, ...identityFromJson(document) };
  return Object.assign(
    Object.fromEntries(embedded.map((name) => [`${path}.${name}`, valueFromJson(target.fields[name], shown[name])])),
    ...nested.map((inner) => {
      const within = document[inner.fieldName] as JsonDocument | null;
      return within ? embeddedValues(inner, within, `${path}.${inner.fieldName}`) : {};
    }),
  ) as Record<string, Value>;
}
