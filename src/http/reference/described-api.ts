import { capital } from '../../resources/in-words.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';

/** The OpenAPI document in the form that the pages show. All references except those to schemas are resolved. */
export interface DescribedApi {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The URL of the document's first server: `https://crm.example.com/api/2023-01`. */
  readonly server: string;
  readonly groups: readonly Group[];
  /** Follows a schema's `$ref`. Returns a schema without one unchanged. */
  readonly resolve: (schema: JsonSchema) => JsonSchema;
}

export interface Group {
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The base URL of the path: `https://crm.example.com/api/2023-01`. */
  readonly server: string;
  readonly summary: string;
  readonly description: string;
  /** The operation needs no API token. */
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  readonly answers: readonly DescribedAnswer[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Content {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  readonly examples: readonly { readonly title: string; readonly value: unknown }[];
  readonly required: boolean;
  readonly description: string;
}

export interface DescribedAnswer {
  readonly status: string;
  readonly description: string;
  readonly content: Content | null;
}

/** Reads an OpenAPI 3.1 document. The groups follow the order of its tags. */
export function describeApi(document: object): DescribedApi {
  const read = new Reader(document as JsonSchema);
  const info = objectOf(read.document['info']);
  return {
    title: text(info['title']),
    version: text(info['version']),
    description: text(info['description']),
    server: read.server,
    groups: read.groups(),
    resolve: (schema) => read.resolve(schema),
  };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

class Reader {
  readonly document: JsonSchema;
  readonly server: string;

  constructor(document: JsonSchema) {
    this.document = document;
    this.server = serverOf(document) ?? '';
  }

  groups(): Group[] {
    const operations = this.#operations();
    const tags = listOf(this.document['tags']).map((tag) => ({ name: text(tag['name']), tag }));
    return tags.map(({ name, tag }) => ({
      tag: name,
      title: titleOf(name),
      description: text(tag['description']),
      operations: operations.filter(({ tags: named }) => named.includes(name)),
    }));
  }

  resolve(value: unknown): JsonSchema {
    const schema = objectOf(value);
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => objectOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], this.document);
    return this.resolve(found);
  }

  #operations(): (DescribedOperation & { readonly tags: readonly unknown[] })[] {
    return Object.entries(objectOf(this.document['paths'])).flatMap(([path, item]) => {
      const methodsOf = objectOf(item);
      return methods
        .filter((method) => method in methodsOf)
        .map((method) => this.#operation({ path, method, item: methodsOf }));
    });
  }

  #operation({ path, method, item }: { path: string; method: string; item: JsonSchema }) {
    const operation = objectOf(item[method]);
    const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])];
    const body = operation['requestBody'] === undefined ? null : this.resolve(operation['requestBody']);
    return {
      path,
      method: method.toUpperCase(),
      id: text(operation['operationId']),
      tags: (operation['tags'] ?? []) as readonly unknown[],
      server: serverOf(operation) ?? serverOf(item) ?? this.server,
      summary: text(operation['summary']),
      description: text(operation['description']),
      isPublic: asksNoToken(operation['security']),
      parameters: parameters.map((parameter) => this.#parameter(parameter)),
      body: body && this.#content(body),
      answers: Object.entries(objectOf(operation['responses'])).map(([status, response]) => {
        const answer = this.resolve(response);
        return { status, description: text(answer['description']), content: this.#content(answer) };
      }),
    };
  }

  #parameter(named: JsonSchema): Parameter {
    const parameter = this.resolve(named);
    return {
      name: text(parameter['name']),
      in: text(parameter['in']),
      required: parameter['required'] === true,
      description: text(parameter['description']),
      schema: objectOf(parameter['schema']),
      example: parameter['example'] ?? firstExample(this.#examples(parameter)),
    };
  }

  /** The content in JSON if available, else in the first media type. */
  #content(holder: JsonSchema): Content | null {
    const contents = Object.entries(objectOf(holder['content']));
    const [mediaType, content] = contents.find(([type]) => type === 'application/json') ?? contents[0] ?? [];
    if (mediaType === undefined) return null;
    return {
      mediaType,
      schema: withWholeRecords(objectOf(objectOf(content)['schema'])),
      examples: this.#examples(objectOf(content)),
      required: holder['required'] === true,
      description: text(holder['description']),
    };
  }

  #examples(holder: JsonSchema): Content['examples'] {
    if (holder['example'] !== undefined) return [{ title: '', value: holder['example'] }];
    return Object.values(objectOf(holder['examples'])).map((named) => {
      const example = this.resolve(named);
      return { title: text(example['summary']), value: example['value'] };
    });
  }
}

/** The schema with the first form of its records: the parameter `fields` describes the sparse one. */
function withWholeRecords(schema: JsonSchema): JsonSchema {
  const [whole, sparse] = listOf(schema['anyOf']);
  if (text(sparse?.['$ref']).endsWith('Sparse')) return objectOf(whole);
  if ('items' in schema) return { ...schema, items: withWholeRecords(objectOf(schema['items'])) };
  if (!('properties' in schema)) return schema;
  const inside = Object.entries(objectOf(schema['properties'])).map(([key, one]) => [
    key,
    withWholeRecords(objectOf(one)),
  ]);
  return { ...schema, properties: Object.fromEntries(inside) };
}

const firstExample = ([first]: Content['examples']): unknown => first?.value;

/** Whether the list has no requirement or an empty one. Without `security`, the document's requirements apply. */
const asksNoToken = (security: unknown): boolean =>
  Array.isArray(security) &&
  (security.length === 0 || listOf(security).some((requirement) => Object.keys(requirement).length === 0));

const serverOf = (holder: JsonSchema): string | undefined => {
  const [first] = listOf(holder['servers']);
  return first && text(first['url']);
};

const titleOf = (tag: string): string =>
  capital(
    tag
      .replaceAll('_', ' ')
      .replace(/^api\b/, 'API')
      .replace(/^oauth\b/, 'OAuth'),
  );

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const objectOf = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? (value as JsonSchema) : {};

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.map(objectOf) : []);
