import type { files } from '../resources/files.ts';
import { Refusal } from '../refusal.ts';
import type { Rule } from './rule.ts';

/** A file whose contents are erased cannot come back. */
export const keepContents: Rule<typeof files> = ({ action, after }, context) =>
  action !== 'restore' || after.sha256 === null || context.hasContents(after.sha256)
    ? {}
    : { refusal: new Refusal('conflict', 'The contents of this file were erased while it was in the trash.') };
