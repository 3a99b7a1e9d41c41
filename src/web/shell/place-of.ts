import { screens } from '../../resources/screens.ts';
import { parseSearch } from '../queries/address.ts';

/** A screen, as the router takes it. */
export interface ScreenPlace {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The screens that nobody returns to. */
const passing: readonly string[] = ['sign-in', 'set-password', 'set-up'];

/** The screen of a path with its query; null if it is not one to return to. */
export function placeOf(href: string): ScreenPlace | null {
  const [to = '', query = ''] = href.split('#', 1).join('').split('?', 2);
  const [root, segment = ''] = to.split('/');
  const isScreen = root === '' && (screens as readonly string[]).includes(segment) && !passing.includes(segment);
  return isScreen ? { to, search: parseSearch(query) } : null;
}
