/** What somebody has typed behind an `@` up to the caret. */
export interface TypedMention {
  /** The place of the `@` in the text. */
  readonly at: number;
  readonly name: string;
}

/** A name has no sign that ends it, and at most one space within. */
const typedName = /(?:^|[\s(])@([^\s@()[\]]{0,40}(?: [^\s@()[\]]{1,40})?)$/u;

/** The mention that stands before the caret; null without one. The `@` of an e-mail address begins none. */
export function mentionBefore(text: string, caret: number): TypedMention | null {
  const [, name] = typedName.exec(text.slice(0, caret)) ?? [];
  return name === undefined ? null : { at: caret - name.length - 1, name };
}

/** The link of Markdown that mentions a user: `[@Ann Ray](user:7)`. */
export const mentionOf = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  `[@${name.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](user:${id})`;
