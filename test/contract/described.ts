import { readConfig } from '../../src/config.ts';
import { openFiles } from '../../src/files/open-files.ts';
import { EventFeed } from '../../src/events/feed.ts';
import type { Operation } from '../../src/http/contract/operation.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { openapiDocument } from '../../src/http/openapi/openapi.ts';
import type { JsonSchema } from '../../src/schema/json-schema.ts';
import { createValidator } from '../../src/schema/validator.ts';

/** The parts of an OpenAPI document that the tests read. */
export interface Described {
  readonly servers: { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, JsonSchema>>;
  };
}

/** An empty feed. The document describes the operations without calling them. */
const noFeed = Object.create(EventFeed.prototype) as EventFeed;

/** The OpenAPI document, built without a running service. */
export const described = async (): Promise<Described> =>
  (await openapiDocument(describedOperations(), { publicUrl, version: '0.1.0' })) as Described;

/** The operations that the document describes. */
export function describedOperations(): Operation[] {
  const validator = createValidator();
  const addressRules = { allowPrivate: false, resolve: async () => [] };
  return operations({
    validator,
    addressRules,
    feed: noFeed,
    config: readConfig({}),
    files: openFiles(readConfig({})),
  });
}

const publicUrl = 'https://plumbline.northline.build';
