import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { type MappingTarget, targetsOf } from '../../../resources/transfer/targets.ts';
import type { NameFit } from '../../files/header-row.ts';
import { mostNameCharacters } from '../../files/limits.ts';
import { remembered } from '../reading-text/remembered.ts';
import type { ProposalScope } from '../scope.ts';
import { rankedHeaders } from './header-ranks.ts';

/** Whether a text is the name of a field of a family, for finding the sheet and the row that names the columns. */
export function nameFit({ family, customFields }: Pick<ProposalScope, 'family' | 'customFields'>): NameFit {
  const targets = [...targetsOf(family, customFields)];
  const required = targets.filter(([, target]) => target.kind === 'field' && target.field.required === true);
  return Object.assign(judgeOf(targets, family), required.length > 0 && { required: judgeOf(required, family) });
}

function judgeOf(targets: readonly (readonly [string, MappingTarget])[], family: ImportedFamily) {
  const ranks = targets.map(([name, target]) => rankedHeaders(name, target, family));
  const isNamed = remembered((header) => ranks.some((rankOf) => rankOf(header) !== undefined));
  return (header: string): boolean => header.length <= mostNameCharacters && isNamed(header);
}
