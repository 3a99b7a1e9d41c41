import type { EventFeed } from '../events/feed.ts';
import type { AddressRules } from '../events/safe-address.ts';
import type { Validator } from '../schema/validator.ts';
import type { Store } from '../store/store.ts';

/** What operations are built on. */
export interface Ground {
  readonly store: Store;
  readonly validator: Validator;
  /** Known once the service listens. */
  readonly publicUrl: () => string;
  /** What happens, live. */
  readonly feed: EventFeed;
  /** Where messages may be sent to. */
  readonly addressRules: AddressRules;
}
