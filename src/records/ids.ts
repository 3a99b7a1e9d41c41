/** Whether a text is an id of the product: a positive number that fits 63 bits. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
