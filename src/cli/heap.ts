import { setFlagsFromString } from 'node:v8';

/**
 * Has this process collect its garbage when the heap has doubled. Left to itself Node lets it grow to four times what
 * is alive: 70 MB more for a service that has a hundred, and not measurably faster.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=100');
