/** A transform, stated once: for the OpenAPI document, the judge of mappings, the page and its users. */
export interface DeclaredTransform<Value> {
  /** Its effect, for people and for the OpenAPI document. */
  readonly words: string;
  /** Its name in the list from which people add a step. */
  readonly label: string;
  /** The JSON schema of its value. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value with which the page adds it. */
  readonly initial: Value;
  /** How it reads a column, after the word “Read”. */
  readonly reading: (value: Value) => string;
  readonly settings: readonly TransformSetting[];
}

/** A part of a transform's value that people edit. */
export type TransformSetting =
  | {
      readonly kind: 'choice';
      readonly label: string;
      /** An object is set into the value of the transform; another value replaces it. */
      readonly options: readonly SettingOption[];
      /** Returns the keys that the choice sets, with their defaults. */
      readonly withDefaults?: (value: never) => unknown;
    }
  /** The text of a key. */
  | { readonly kind: 'text'; readonly label: string; readonly key: string }
  /** Patterns of dates; texts; the values of a map. Each has an editor of its own. */
  | { readonly kind: 'patterns' | 'texts' | 'values' };

export type SettingOption = readonly [value: unknown, name: string];
