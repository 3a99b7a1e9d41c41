/** What requests have used up in one process since it last told, for the others to charge as well. */
export interface Spending {
  /** How many requests, by the id of their token. */
  readonly tokens: readonly Share[];
  /** How many requests without a valid credential, by the key of their address. */
  readonly addresses: readonly Share[];
  /** Digests of credentials newly found good. */
  readonly proven: readonly string[];
}

export type Share = readonly [key: string, requests: number];

/** What a worker says to the primary. */
export type ToPrimary =
  | { readonly kind: 'listening'; readonly url: string }
  /** It cannot start, for a reason that the operator can mend. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'spent'; readonly spending: Spending }
  /** It wants to know what each of the others has measured. */
  | { readonly kind: 'ask'; readonly question: number }
  | { readonly kind: 'answer'; readonly question: string; readonly measured: object };

/** What the primary says to a worker. */
export type ToWorker =
  | { readonly kind: 'stop' }
  | { readonly kind: 'spent'; readonly spending: Spending }
  | { readonly kind: 'asked'; readonly question: string }
  | { readonly kind: 'answered'; readonly question: number; readonly measured: readonly object[] };
