import { targetsOf } from '../../../resources/transfer/targets.ts';
import type { NameFit } from '../../files/header-row.ts';
import { remembered } from '../reading-text/unfit.ts';
import type { ProposalScope } from '../scope.ts';
import { rankedHeaders } from './header-ranks.ts';

/** The number of names that fields of a family have, for finding the row that names the columns. */
export function nameFit({ family, customFields }: Pick<ProposalScope, 'family' | 'customFields'>): NameFit {
  const ranks = [...targetsOf(family, customFields)].map(([name, target]) => rankedHeaders(name, target, family));
  const isKnown = remembered((header) => ranks.some((rankOf) => rankOf(header) !== undefined));
  return (names) => new Set(names.filter(isKnown)).size;
}
