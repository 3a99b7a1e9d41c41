import { ignoredKey, type JsonSchema } from '../../schema/json-schema.ts';
import { html, type Markup, prose } from './html.ts';
import { choicesOf, limitWords, nameOf, typeWords, variantsOf } from './schema-words.ts';

/** The schemas of a page. Each named schema appears once, at the end. */
export class SchemaView {
  readonly #resolve: (schema: JsonSchema) => JsonSchema;
  readonly #named = new Map<string, JsonSchema>();

  constructor(resolve: (schema: JsonSchema) => JsonSchema) {
    this.#resolve = resolve;
  }

  /** The properties of a body, including those of its records. */
  body(schema: JsonSchema): Markup {
    return this.#variants(schema, 2);
  }

  /** A type in words, with a link to each schema that it names. */
  type(schema: JsonSchema): Markup {
    const named = this.#namesIn(schema);
    const words = typeWords(schema, this.#resolve);
    if (named.length === 0) return html`${words}`;
    const links = named.map((name, index) => html`${index > 0 && ' or '}<a href="#schema-${name}">${name}</a>`);
    return html`${words} ${links}`;
  }

  /** The choices and limits of a value, in words. */
  limits(schema: JsonSchema): Markup | null {
    const choices = choicesOf(schema, this.#resolve);
    const limits = limitWords(schema, this.#resolve);
    if (choices.length === 0) return limits === '' ? null : html`<p class="limits">${limits}</p>`;
    const codes = choices.map((choice) => html`<code>${choice}</code> `);
    return choices.length > 12
      ? html`<details class="choices"><summary>${choices.length} values</summary>${codes}</details>`
      : html`<p class="choices">${codes}</p>`;
  }

  /** Every schema named so far, and the schemas that those name. */
  sections(): Markup {
    const shown = new Map<string, Markup>();
    for (const [name, schema] of this.#named) {
      const { description } = schema;
      const text = typeof description === 'string' && html`<p>${prose(description)}</p>`;
      const inside = this.#variants(schema, 0);
      shown.set(name, html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${text}${inside}</section>`);
    }
    return html`${[...shown.values()]}`;
  }

  #variants(schema: JsonSchema, open: number): Markup {
    const variants = variantsOf(this.#whole(schema)).map((one) => this.#whole(one));
    return html`${variants.map((one, index) => html`${index > 0 && html`<p>or</p>`}${this.#fields(one, open)}`)}`;
  }

  #fields(schema: JsonSchema, open: number): Markup {
    const items = schema['items'] as JsonSchema | undefined;
    if (items !== undefined) return this.#variants(items, open);
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
    if (properties.length === 0) return html`<p class="limits">${typeWords(schema, this.#resolve)}</p>`;
    const required = (schema['required'] ?? []) as readonly string[];
    const accepted = properties.filter(([, property]) => property[ignoredKey] !== true);
    const ignored = properties.filter(([, property]) => property[ignoredKey] === true).map(([name]) => name);
    return html`<ul class="fields">
${accepted.map(([name, property]) => this.#field({ name, property, isRequired: required.includes(name), open }))}
</ul>${ignored.length > 0 && ignoredFields(ignored)}`;
  }

  #field(field: { name: string; property: JsonSchema; isRequired: boolean; open: number }): Markup {
    const { name, property, isRequired, open } = field;
    const inner = open > 0 ? this.#inner(property) : this.#unnamed(property);
    const description = property['description'] ?? this.#resolve(property)['description'];
    return html`<li><code class="name">${name}</code> <span class="type">${open > 0 ? typeWords(property, this.#resolve) : this.type(property)}</span>${isRequired && html` <span class="required">required</span>`}
${typeof description === 'string' && html`<p>${prose(description)}</p>`}${this.limits(property)}${inner && this.#variants(inner, open - 1)}</li>
`;
  }

  /** The schema inside a property: an object's own, or that of a list's items; else, or with variants, `null`. */
  #inner(property: JsonSchema): JsonSchema | null {
    const [first, ...others] = variantsOf(this.#whole(property)).map((one) => this.#whole(one));
    if (first === undefined || others.length > 0) return null;
    if ('properties' in first) return first;
    const items = first['items'] as JsonSchema | undefined;
    return items === undefined ? null : this.#inner(items);
  }

  #unnamed(property: JsonSchema): JsonSchema | null {
    return this.#namesIn(property).length > 0 ? null : this.#inner(property);
  }

  #namesIn(schema: JsonSchema): string[] {
    const items = schema['items'] as JsonSchema | undefined;
    const places = [...variantsOf(schema), ...(items ? variantsOf(items) : [])];
    const named = places.filter((one) => nameOf(one) !== null && 'properties' in this.#whole(one));
    return named.map((one) => {
      const name = nameOf(one) ?? '';
      if (!this.#named.has(name)) this.#named.set(name, this.#whole(one));
      return name;
    });
  }

  /** The schema merged with all parts of its `allOf`. */
  #whole(given: JsonSchema): JsonSchema {
    const schema = this.#resolve(given);
    const parts = ((schema['allOf'] ?? []) as readonly JsonSchema[]).map((part) => this.#whole(part));
    if (parts.length === 0) return schema;
    const properties = Object.assign({}, ...[...parts, schema].map((part) => part['properties'])) as object;
    const whole = Object.assign({}, ...parts, schema) as JsonSchema;
    return Object.keys(properties).length > 0 ? { ...whole, properties } : whole;
  }
}

const ignoredFields = (names: readonly string[]): Markup =>
  html`<p class="limits">Accepted and ignored: ${names.map((name) => html`<code>${name}</code> `)}</p>`;
