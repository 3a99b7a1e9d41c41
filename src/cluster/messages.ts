/** The usage of one process since its last report. The other processes charge it to their limits as well. */
export interface UsageReport {
  /** The number of requests, by token id. */
  readonly tokens: readonly Share[];
  /** The number of requests, by account id. */
  readonly accounts: readonly Share[];
  /** The number of requests without a valid credential, by address key. */
  readonly addresses: readonly Share[];
  /** The number of reads, by calendar feed id. */
  readonly feeds: readonly Share[];
  /** Digests of credentials that were newly verified. */
  readonly proven: readonly string[];
  /** Digests of what wrong passwords are counted by, once for each wrong password. */
  readonly failed: readonly string[];
  /** Digests of what a right password followed. */
  readonly forgiven: readonly string[];
}

export type Share = readonly [key: string, requests: number];

/** The messages from a worker to the primary. */
export type ToPrimary =
  | { readonly kind: 'listening'; readonly url: string }
  /** The worker cannot start, for a reason that the operator can fix. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'spent'; readonly spending: UsageReport }
  /** The worker asks for the measurements of the other workers. */
  | { readonly kind: 'ask'; readonly question: number }
  | { readonly kind: 'answer'; readonly question: string; readonly measured: object };

/** The messages from the primary to a worker. */
export type ToWorker =
  /** With `handsOver`, another worker has taken the place of this one. */
  | { readonly kind: 'stop'; readonly handsOver?: true }
  | { readonly kind: 'spent'; readonly spending: UsageReport }
  | { readonly kind: 'asked'; readonly question: string }
  | { readonly kind: 'answered'; readonly question: number; readonly measured: readonly object[] };

/** The other processes of a service, from the view of one process. */
export interface Peers {
  /** Sends the usage of this process to every other process. */
  readonly tell: (spending: UsageReport) => void;
  /** Sets the function that receives the usage of the other processes. */
  readonly onTold: (take: (spending: UsageReport) => void) => void;
  /** The measurements of each of the other processes; rejects if one of them does not answer. */
  readonly measured: () => Promise<readonly object[]>;
  /** Sets the function that measures this process when another process asks. */
  readonly onAsked: (measure: () => Promise<object>) => void;
}
