import type { ReadyMapping } from '../mapping.ts';
import { bidLog } from './bid-log.ts';
import { hubspotMappings } from './hubspot.ts';
import { pipedriveMappings } from './pipedrive.ts';
import { sanAntonioPermits } from './san-antonio-permits.ts';

/** The mappings that the product brings along, for the exports of other programs and for known forms of files. */
export const readyMappings: readonly ReadyMapping[] = [
  ...hubspotMappings,
  ...pipedriveMappings,
  bidLog,
  sanAntonioPermits,
];
