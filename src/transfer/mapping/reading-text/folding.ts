import { fold } from '../../../resources/vocabulary/formats.ts';

/** A name as imports compare it: without regard to case, accents and repeated spaces. */
export const foldName = (name: string): string => fold(plain.test(name) ? name : name.trim().replace(/\s+/g, ' '));

const plain = /^\S+(?: \S+)*$/;

/** A value that is no name, such as an `external_id`, as the service compares it: without regard to case. */
export const foldCase = (text: string): string => text.trim().toLowerCase();
