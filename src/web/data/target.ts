/** A record of the API. */
export interface RecordTarget {
  readonly singular: string;
  readonly plural: string;
  readonly id: string;
}

/** Values by field. */
export type Fields = Readonly<Record<string, unknown>>;
