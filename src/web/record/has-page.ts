import { screens } from '../../resources/screens.ts';

/** Whether each record of a list has a page of its own. */
export const hasPage = (plural: string): boolean => (screens as readonly string[]).includes(plural);
