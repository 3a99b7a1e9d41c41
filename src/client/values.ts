/** A value to compare with. */
export type Operand = string | number | boolean | null;
export type Operands = Operand | readonly Operand[];

/** Conditions by the name of the field, with or without an operator: `{floors: {gte: 10}}`. */
export type Conditions = Readonly<Record<string, Operands | Readonly<Record<string, Operands>>>>;

/** The body of an operation that takes a file. A stream is sent only once. */
export type FileBody = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | FormData | string;
