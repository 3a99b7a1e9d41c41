import type { JsonSchema } from '../../schema/json-schema.ts';

type Resolve = (schema: JsonSchema) => JsonSchema;

/** The name of a referenced schema: `Project`. */
export const nameOf = ({ $ref }: JsonSchema): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;

/** The variants of a schema besides `null`: those of its `anyOf` or `oneOf`, or the schema itself. */
export function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  const variants = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  const typed = (variants ?? []).filter((one) => 'type' in one || '$ref' in one || 'properties' in one);
  return typed.length > 0 ? typed.filter(({ type }) => type !== 'null') : [schema];
}

/** The type in a few words: `string or null`, `list of integer`, `date-time`. */
export function typeWords(schema: JsonSchema, resolve: Resolve): string {
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
export function choicesOf(given: JsonSchema, resolve: Resolve): readonly string[] {
  const choices = variantsOf(resolve(given)).flatMap((one) => {
    const schema = resolve(one);
    const items = schema['items'] as JsonSchema | undefined;
    if (items !== undefined) return choicesOf(items, resolve);
    return ((schema['enum'] ?? ('const' in schema ? [schema['const']] : [])) as readonly unknown[]).map(String);
  });
  return [...new Set(choices)].filter((choice) => choice !== 'null');
}

/** The limits of a value's length or size, in words. */
export function limitWords(given: JsonSchema, resolve: Resolve): string {
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
