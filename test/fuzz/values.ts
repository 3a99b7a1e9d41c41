import { resolved } from '../support/data/hostile.ts';
import type { Json } from '../support/service/client.ts';
import { oddTexts } from './odd-values.ts';
import type { Random } from './random.ts';

/** Where values come from. */
export interface Source {
  readonly document: Json;
  readonly random: Random;
  /** Returns an id for a key such as `company_id`, mostly of a record that exists. */
  readonly idFor: (key: string, random: Random) => string | undefined;
}

/** Returns a value that the schema allows, as far as a schema tells. @param key under which it stands. */
export function valueOf(source: Source, schema: Json, key: string, depth = 0): unknown {
  const part = resolved(source.document, schema);
  const { random } = source;
  const choices = (part.anyOf ?? part.oneOf) as Json[] | undefined;
  if (choices)
    return valueOf(source, { ...rest(part), ...resolved(source.document, random.pick(choices)) }, key, depth);
  if (part.const !== undefined) return part.const;
  if (part.enum) return random.pick(part.enum as unknown[]);
  const types = [part.type ?? (part.properties ? 'object' : 'string')].flat() as string[];
  const type = random.isIn(90) ? types.find((one) => one !== 'null') : random.pick(types);
  return typed(source, { part, key, depth, type: type ?? 'null' });
}

const rest = ({ anyOf: _, oneOf: __, ...part }: Json): Json => part;

interface Typed {
  readonly part: Json;
  readonly key: string;
  readonly depth: number;
  readonly type: string;
}

function typed(source: Source, { part, key, depth, type }: Typed): unknown {
  const { random } = source;
  switch (type) {
    case 'object':
      return objectOf(source, part, depth);
    case 'array':
      return listOf(source, part, { key, depth });
    case 'integer':
    case 'number':
      return numberOf(random, part, type === 'integer');
    case 'boolean':
      return random.isIn(50);
    case 'string':
      return source.idFor(key, random) ?? textOf(random, part);
    default:
      return null;
  }
}

function objectOf(source: Source, part: Json, depth: number): object {
  const { random } = source;
  const all = Object.entries<Json>(part.properties ?? {});
  const required = new Set<string>(part.required);
  const few = random.pick([0, 15, 50, 100]);
  const given = all.filter(([name, one]) => required.has(name) || (!isIgnored(source, one) && random.isIn(few)));
  if (all.length === 0 && depth < 4) return { [random.pick(['a', 'layout', 'of_text'])]: random.pick(oddTexts) };
  return Object.fromEntries(given.map(([name, one]) => [name, valueOf(source, one, name, depth + 1)]));
}

function isIgnored({ document, random }: Source, schema: Json): boolean {
  const part = resolved(document, schema);
  return (part.readOnly === true || part['x-ignored'] === true) && !random.isIn(5);
}

function listOf(source: Source, part: Json, { key, depth }: { key: string; depth: number }): unknown[] {
  const least = Number(part.minItems ?? 0);
  const count = Math.min(part.maxItems ?? 20, least + source.random.pick([0, 1, 2, 3, 12]));
  const items = Array.from({ length: count }, () => valueOf(source, part.items ?? {}, key, depth + 1));
  return part.uniqueItems ? [...new Set(items)] : items;
}

function numberOf(random: Random, part: Json, isWhole: boolean): number {
  const [least, most] = [Number(part.minimum ?? 0), Number(part.maximum ?? 1_000_000)];
  const value = random.pick([least, most, least + random.next() * Math.min(most - least, 10_000)]);
  return isWhole ? Math.round(value) : Math.round(value * 100) / 100;
}

function textOf(random: Random, part: Json): string {
  const format = (part.format ?? part['x-format']) as string | undefined;
  const made = format === undefined ? undefined : formats[format]?.(random);
  if (made !== undefined) return made;
  const text = random.isIn(60) ? random.pick(oddTexts) : `${random.pick(oddTexts)} ${random.below(1e6)}`;
  const cut = [...text].slice(0, part.maxLength ?? 255).join('');
  return part.pattern && !new RegExp(part.pattern as string, 'u').test(cut) ? `text ${random.below(1e6)}` : cut;
}

const day = (random: Random): string =>
  new Date(Date.UTC(2020 + random.below(10), random.below(12), 1 + random.below(28))).toISOString().slice(0, 10);

const formats: Readonly<Record<string, (random: Random) => string>> = {
  date: day,
  'date-time': (random) =>
    `${day(random)}T${10 + random.below(10)}:30:00${random.pick(['Z', '+05:30', '-11:00', '.25Z'])}`,
  email: (random) => `${random.pick(['ann', 'BOB.x', 'é', 'a+b'])}.${random.below(1e6)}@example.com`,
  uri: (random) => `https://hooks.example.com/${random.below(1e6)}${random.pick(['', '?é=ü', '#x', '/%00'])}`,
  url: (random) => `https://example.com/${random.below(1e6)}`,
  uuid: (random) => `00000000-0000-4000-8000-${String(random.below(1e9)).padStart(12, '0')}`,
};
