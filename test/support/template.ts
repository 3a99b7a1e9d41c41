/** What every suite's database is copied from. */
export type Template =
  | { readonly kind: 'embedded'; readonly source: string }
  | { readonly kind: 'postgres'; readonly source: string; readonly server: string };

/** The admins' tokens of the two firms in it. */
export const tokens = {
  first: 'first-firm-token-with-at-least-32-characters',
  second: 'second-firm-token-with-at-least-32-characters',
} as const;
