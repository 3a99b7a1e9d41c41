import type { Row } from '../../resources/resource.ts';

/** The size of a row as JSON, in bytes; 0 without a row. */
export const jsonBytes = (row: Row | null | undefined): number => (row ? Buffer.byteLength(JSON.stringify(row)) : 0);
