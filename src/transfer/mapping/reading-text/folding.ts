import { fold } from '../../../resources/vocabulary/formats.ts';
import { withoutInvisible } from '../../../resources/vocabulary/invisible.ts';

/** A name as imports compare it: without regard to case, accents and repeated spaces. */
export const foldName = (name: string): string => fold(plain.test(name) ? name : name.trim().replace(/\s+/g, ' '));

const plain = /^\S+(?: \S+)*$/;

/**
 * A value that is no name, such as an `external_id`, as the service compares it: without regard to case and to characters
 * that nobody sees.
 */
export const foldCase = (text: string): string => withoutInvisible(text).trim().toLowerCase();
