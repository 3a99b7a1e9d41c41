import { type ReadyMapping, splitAddressParts } from '../mapping.ts';

/** The building permits that the City of San Antonio publishes. It is the worked example of the guide to imports. */
export const sanAntonioPermits: ReadyMapping = {
  key: 'san_antonio_permits',
  name: 'Building permits of San Antonio',
  words:
    'The open data file of issued building permits. Each permit becomes a project by its number, and the firm of its ' +
    'contact the company.',
  family: 'projects',
  columns: ['PERMIT #', 'PROJECT NAME', 'WORK TYPE', 'ADDRESS', 'DATE ISSUED', 'DECLARED VALUATION', 'PRIMARY CONTACT'],
  mapping: {
    upsert_by: ['external_id'],
    columns: [
      { from: ['PERMIT #'], to: 'external_id' },
      {
        from: ['PROJECT NAME', ['WORK TYPE', 'ADDRESS'], ['PERMIT TYPE', 'PERMIT #']],
        to: 'name',
        transform: [{ join: { with: ', ' } }],
      },
      { from: ['PERMIT TYPE'], to: 'description' },
      {
        from: ['WORK TYPE'],
        to: 'work_scope',
        transform: [
          { map: { values: { New: 'new_construction', Existing: 'renovation', Other: 'other' }, other: 'empty' } },
        ],
      },
      ...splitAddressParts.map((part) => ({
        from: ['ADDRESS'],
        to: `address.${part}`,
        transform: [{ address: { part } }, ...(part === 'city' ? ([{ case: 'title' }] as const) : [])],
      })),
      { from: ['DATE ISSUED'], to: 'start_date', transform: [{ date: 'yyyy-MM-dd' }] },
      { from: ['DECLARED VALUATION'], to: 'amount', transform: [{ number: {} }] },
      { from: ['AREA (SF)'], to: 'square_feet', transform: [{ number: {} }] },
      { from: ['PRIMARY CONTACT'], to: 'company.name', transform: [{ person: { part: 'firm' } }] },
    ],
    constants: {},
    references: { company: { by: 'name', missing: 'create' } },
    custom_fields: {},
  },
};
