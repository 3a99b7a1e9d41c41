import type { DescribedApi, DescribedOperation, Group } from './described-api.ts';
import { html, type Markup, prose } from './html.ts';
import { operationSection } from './operation-section.ts';
import { SchemaView } from './schema-view.ts';

/** The page of a group: its operations, then the records that they use. */
export function groupPage(api: DescribedApi, group: Group, serviceUrl: string): Markup {
  const schemas = new SchemaView(api.resolve);
  const target = ({ server, path }: DescribedOperation): string => `../..${server.slice(serviceUrl.length)}${path}`;
  const operations = group.operations.map((operation) =>
    operationSection({ operation, schemas, target: target(operation) }),
  );
  const named = schemas.sections();
  return html`<h1>${group.title}</h1><p>${prose(group.description)}</p>
${operations}
${named.markup !== '' && html`<h2 id="schemas">Records in these answers</h2>${named}`}`;
}
