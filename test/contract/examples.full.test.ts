import type { ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/http/errors/error-codes.ts';
import { eventTypes, testEventType } from '../../src/resources/events.ts';
import { newDocumentCompiler } from '../support/service/document-compiler.ts';
import { described } from './described.ts';

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Message {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

interface Examined {
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: {
    readonly responses: Readonly<Record<string, Message>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

const document = (await described()) as unknown as Examined;

const operationsIn = (paths: Paths): Operation[] =>
  Object.values(paths).flatMap((item) => Object.values(item).filter((part) => 'operationId' in part));

/** Returns the request and response bodies of an operation, except problems, which several operations share. */
const contentsOf = ({ operationId, requestBody, responses }: Operation): [at: string, content: Content][] =>
  [
    ...Object.entries(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {})),
  ].map(([type, content]) => [`${operationId} ${type}`, content]);

const problems = Object.entries(document.components.responses).flatMap(([name, { content }]) =>
  Object.values(content ?? {}).map((one): [string, Content] => [name, one]),
);
const contents = [...operationsIn({ ...document.paths, ...document.webhooks }).flatMap(contentsOf), ...problems];

const valuesOf = ({ examples = {} }: Content): unknown[] =>
  Object.values(examples).map(({ $ref }) => document.components.examples[$ref.split('/').at(-1) ?? '']?.value);

const ajv = newDocumentCompiler({ allErrors: true });
ajv.addSchema(document, 'document');

const validators = new Map<string, ValidateFunction>();

/** Compiles a schema together with the document, because the schema refers to other parts of the document. */
function validatorOf(schema: object): ValidateFunction {
  const inDocument = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const known = validators.get(inDocument) ?? ajv.compile(JSON.parse(inDocument) as object);
  validators.set(inDocument, known);
  return known;
}

describe('the examples of the document', () => {
  test('cover every request body and every response of every operation, except workbooks', () => {
    const isText = ({ schema }: Content): boolean => !('contentMediaType' in schema);
    expect(
      contents.filter(([, content]) => isText(content) && valuesOf(content).length === 0).map(([at]) => at),
    ).toEqual([]);
    expect(contents.length).toBeGreaterThan(300);
  });

  test('match the schemas of their bodies', () => {
    for (const [at, content] of contents) {
      const validate = validatorOf(content.schema);
      for (const value of valuesOf(content)) {
        expect(validate(value), `${at}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`).toBe(true);
      }
    }
  });

  test('of a problem have the code of their name, and its status', () => {
    const shown = problems.flatMap(([, { examples = {} }]) => Object.keys(examples));
    // No operation allows a method that it does not have, so no operation returns this code.
    const possible = Object.keys(errorCodes).filter((code) => code !== 'method_not_allowed');
    expect(shown.sort()).toEqual(possible.sort());
    for (const [, content] of problems) {
      for (const [index, value] of valuesOf(content).entries()) {
        const code = Object.keys(content.examples ?? {})[index] as keyof typeof errorCodes;
        expect(value).toMatchObject({ code, ...errorCodes[code], type: expect.stringMatching(`#${code}$`) });
      }
    }
  });

  test('contain no secret and no address except that of the example installation', () => {
    const text = JSON.stringify(document.components.examples);
    expect(text).not.toMatch(/(plb|plbs|plbl|whsec)_(?!EXAMPLE\b|of_another\b)|127\.0\.0\.1|plumbline\.example\.com/);
    expect(text).toContain('https://plumbline.northline.build/docs/errors#');
  });
});

describe('the webhooks of the document', () => {
  test('are exactly the event types', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes, testEventType]);
  });

  test('have the headers of Standard Webhooks, and no API credential', () => {
    for (const { post } of Object.values(document.webhooks)) {
      expect(post).toMatchObject({
        security: [],
        parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
          $ref: `#/components/parameters/${name}`,
        })),
      });
    }
  });

  test('have an example of their own event type', () => {
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const [content] = Object.values(post?.requestBody?.content ?? {});
      expect(content && valuesOf(content)).toEqual([expect.objectContaining({ event_type: type })]);
    }
  });
});
