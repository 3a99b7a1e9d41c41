import type { EventFeed } from '../../events/feed.ts';
import type { AddressRules } from '../../events/safe-address.ts';
import type { Validator } from '../../schema/validator.ts';

/** The dependencies of the operations. */
export interface OperationDependencies {
  readonly validator: Validator;
  /** Available once the service listens. */
  readonly publicUrl: () => string;
  /** The live event feed. */
  readonly feed: EventFeed;
  /** The rules for webhook target addresses. */
  readonly addressRules: AddressRules;
}
