import type { Parameter } from './described-api.ts';
import { html, type Markup, prose } from './html.ts';
import type { SchemaView } from './schema-view.ts';

/** The number of parameters that are always visible. The rest, for example a list's filters, is collapsed. */
export const openParameters = 8;

/** A parameter with its variants: `amount` with `amount[gt]` and others. */
interface Family {
  readonly first: Parameter;
  readonly others: readonly Parameter[];
}

/** The parameters of one place, each with the variants that only add an operator to its name. */
export function parameterList(parameters: readonly Parameter[], schemas: SchemaView): Markup {
  const families = familiesOf(parameters).map((family) => item(family, schemas));
  const hidden = families.slice(openParameters);
  return html`<ul class="fields">${families.slice(0, openParameters)}</ul>
${hidden.length > 0 && html`<details><summary>${hidden.length} more</summary><ul class="fields">${hidden}</ul></details>`}`;
}

const baseOf = ({ name }: Parameter): string => name.replace(/\[.*$/, '');

function familiesOf(parameters: readonly Parameter[]): Family[] {
  const families = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const base = baseOf(parameter);
    families.set(base, [...(families.get(base) ?? []), parameter]);
  }
  return [...families.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
}

const item = ({ first, others }: Family, schemas: SchemaView): Markup =>
  html`<li><code class="name">${first.name}</code> <span class="type">${schemas.type(first.schema)}</span>${first.required && html` <span class="required">required</span>`}
${first.description !== '' && html`<p>${prose(first.description)}</p>`}${schemas.limits(first.schema)}${
  others.length > 0 && html`<p class="choices">also ${others.map(({ name }) => html`<code>${name}</code> `)}</p>`
}</li>
`;
