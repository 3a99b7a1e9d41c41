/** The place and the keys of an S3-compatible store. */
export interface S3Settings {
  /** `https://host/bucket/prefix`, without a slash at the end. */
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}
