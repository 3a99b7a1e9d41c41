import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../schema/json-schema.ts';

type Texts = Readonly<Record<string, string>>;

interface Example {
  readonly summary?: string;
  readonly request?: unknown;
  readonly answer?: unknown;
}

/** The recorded requests and responses of one operation. */
interface Recorded {
  readonly path?: Texts;
  readonly query?: Texts;
  readonly examples: Readonly<Record<string, Example>>;
}

interface Examples {
  readonly operations: Readonly<Record<string, Recorded>>;
  /** By error code. Those of the token endpoint are under `oauth.` and the status. */
  readonly problems: Readonly<Record<string, unknown>>;
  /** The webhook messages, by type. */
  readonly messages: Readonly<Record<string, unknown>>;
}

/** The placeholder in the file for the installation's public URL. */
const recordedUrl = 'https://plumbline.example.com';

const file = new URL('../../../pages/examples.json', import.meta.url);

let read: Examples | undefined;

/** `npm run examples` writes the file: a test runs every operation and records the responses. */
const recorded = (): Examples => (read ??= JSON.parse(readFileSync(file, 'utf8')) as Examples);

/** The examples of an operation's request body, for its media types. @param name only the one with this name. */
export const requestExamples = (id: string, name?: string): JsonSchema => operationExamples(id, 'request', name);

/** The examples of an operation's response. @param name only the one with this name. */
export const answerExamples = (id: string, name?: string): JsonSchema => operationExamples(id, 'answer', name);

/** The value of a parameter in its operation's examples. */
export function parameterExample(id: string, place: 'path' | 'query', name: string): JsonSchema {
  const value = recorded().operations[id]?.[place]?.[name];
  return value === undefined ? {} : { example: value };
}

/** The examples of problems, by their names in the file. */
export const problemExamples = (names: readonly string[]): JsonSchema =>
  referring(names.filter((name) => name in recorded().problems).map((name) => [name, `problem.${name}`]));

/** The example of a message type. */
export const messageExamples = (type: string): JsonSchema =>
  referring(type in recorded().messages ? [[type, `message.${type}`]] : []);

/** Every example, by the name that the document's references use. */
export function exampleComponents(publicUrl: string): Readonly<Record<string, JsonSchema>> {
  const components = {
    ...Object.fromEntries(Object.entries(recorded().operations).flatMap(([id, { examples }]) => partsOf(id, examples))),
    ...named('problem', recorded().problems),
    ...named('message', recorded().messages),
  };
  return JSON.parse(JSON.stringify(components).replaceAll(recordedUrl, publicUrl)) as typeof components;
}

type Part = 'request' | 'answer';

function operationExamples(id: string, part: Part, only?: string): JsonSchema {
  const examples = Object.entries(recorded().operations[id]?.examples ?? {}).filter(
    ([name, example]) => part in example && (only === undefined || name === only),
  );
  return referring(examples.map(([name]) => [name, `${id}.${name}.${part}`]));
}

const referring = (names: readonly (readonly [name: string, component: string])[]): JsonSchema =>
  names.length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          names.map(([name, component]) => [name, { $ref: `#/components/examples/${component}` }]),
        ),
      };

const partsOf = (id: string, examples: Recorded['examples']): (readonly [string, JsonSchema])[] =>
  Object.entries(examples).flatMap(([name, example]) =>
    (['request', 'answer'] as const)
      .filter((part) => part in example)
      .map((part) => [`${id}.${name}.${part}`, { ...summaryOf(example), value: example[part] }] as const),
  );

const summaryOf = ({ summary }: Example): JsonSchema => (summary === undefined ? {} : { summary });

const named = (kind: string, values: Readonly<Record<string, unknown>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${kind}.${name}`, { value }]));
