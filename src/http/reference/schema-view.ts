import { ignoredKey, type JsonSchema } from '../../schema/json-schema.ts';
import { html, type Markup, prose } from './html.ts';

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

type Resolve = (schema: JsonSchema) => JsonSchema;

/** The name of a referenced schema: `Project`. */
const nameOf = ({ $ref }: JsonSchema): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;

/** The variants of a schema besides `null`: those of its `anyOf` or `oneOf`, or the schema itself. */
function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  const variants = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  const typed = (variants ?? []).filter((one) => 'type' in one || '$ref' in one || 'properties' in one);
  return typed.length > 0 ? typed.filter(({ type }) => type !== 'null') : [schema];
}

/** The type in a few words: `string or null`, `list of integer`, `date-time`. */
function typeWords(schema: JsonSchema, resolve: Resolve): string {
  const words = variantsOf(schema).map((one) => plainWords(one, resolve));
  return [...new Set([...words, ...(takesNull(schema) ? ['null'] : [])])].filter((word) => word !== '').join(' or ');
}

function plainWords(given: JsonSchema, resolve: Resolve): string {
  const schema = resolve(given);
  const types = [schema['type']].flat().filter((type) => type !== 'null' && type !== undefined) as string[];
  if (types.length === 0 && nameOf(given) === null && variantsOf(schema)[0] !== schema)
    return typeWords(schema, resolve);
  const shown = types.map((type) => (type === 'string' ? ((schema['format'] ?? type) as string) : type));
  if (types[0] !== 'array') return shown.join(' or ');
  const items = schema['items'] as JsonSchema | undefined;
  const inner = items === undefined ? '' : typeWords(items, resolve);
  return inner === '' ? 'list' : `list of ${inner}`;
}

function takesNull(schema: JsonSchema): boolean {
  const variants = (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly JsonSchema[];
  return [schema['type']].flat().includes('null') || variants.some(({ type }) => type === 'null');
}

/** The values of an `enum` or `const`; for a list, those of its items. */
function choicesOf(given: JsonSchema, resolve: Resolve): readonly string[] {
  const choices = variantsOf(resolve(given)).flatMap((one) => {
    const schema = resolve(one);
    const items = schema['items'] as JsonSchema | undefined;
    if (items !== undefined) return choicesOf(items, resolve);
    return ((schema['enum'] ?? ('const' in schema ? [schema['const']] : [])) as readonly unknown[]).map(String);
  });
  return [...new Set(choices)].filter((choice) => choice !== 'null');
}

/** The limits of a value's length or size, in words. */
function limitWords(given: JsonSchema, resolve: Resolve): string {
  const schema = resolve(variantsOf(resolve(given))[0] ?? given);
  return [
    range(schema, { least: 'minLength', most: 'maxLength', of: 'characters' }),
    range(schema, { least: 'minItems', most: 'maxItems', of: 'items' }),
    range(schema, { least: 'minimum', most: 'maximum', of: '' }),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

function range(schema: JsonSchema, { least, most, of }: { least: string; most: string; of: string }): string {
  const from = numberOf(schema[least]);
  const to = numberOf(schema[most]);
  if (from === null && to === null) return '';
  const words = boundWords(from, to);
  return of === '' ? words : `${words} ${of}`;
}

function boundWords(from: string | null, to: string | null): string {
  if (to === null) return `at least ${from ?? ''}`;
  return from === null || from === '0' ? `at most ${to}` : `${from} to ${to}`;
}

const numberOf = (value: unknown): string | null => (typeof value === 'number' ? numbers.format(value) : null);

const numbers = new Intl.NumberFormat('en');
