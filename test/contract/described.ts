import { EventFeed } from '../../src/events/feed.ts';
import { operations } from '../../src/http/operations.ts';
import { openapiDocument } from '../../src/http/openapi.ts';
import type { JsonSchema } from '../../src/schema/json-schema.ts';
import { createValidator } from '../../src/schema/validator.ts';
import type { Store } from '../../src/store/store.ts';

/** As much of an OpenAPI document as the tests read. */
export interface Described {
  readonly servers: { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, JsonSchema>>;
  };
}

/** To describe an operation asks nothing of these. */
const noStore = {} as Store;
const noFeed = Object.create(EventFeed.prototype) as EventFeed;

/** The document as it is before any service runs. */
export function described(): Described {
  const validator = createValidator();
  const addressRules = { allowPrivate: false, resolve: async () => [] };
  const served = operations({ store: noStore, validator, publicUrl: () => publicUrl, addressRules, feed: noFeed });
  return openapiDocument(served, { publicUrl, version: '0.1.0' }) as Described;
}

const publicUrl = 'https://plumbline.northline.build';
