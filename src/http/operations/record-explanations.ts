import { isReplaceable } from '../../records/operations/replacement.ts';
import { words } from '../../resources/in-words.ts';
import type { Resource } from '../../resources/resource.ts';

/** The sort order of a list. */
export const orderInWords = ({ order }: Resource): string =>
  order
    ? `The list is sorted by ${order.map((name) => `\`${name}\``).join(', then ')}, unless \`sort\` says otherwise.`
    : 'The newest record comes first, unless `sort` says otherwise.';

/** The description of the array under a list's plural. */
export const thisPage = 'The records of this page, in the order of the list.';

/** The effect of a deletion. */
export const deletion = (resource: Resource): string =>
  `The ${words(resource)} is 404 from then on, and lists leave it out. You can restore it.${
    isReplaceable(resource) ? ' While other records use it, you can delete it only with `replace_with`.' : ''
  }`;
