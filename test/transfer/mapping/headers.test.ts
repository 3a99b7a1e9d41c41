import { expect, test } from 'vitest';
import { proposed } from './proposal-support.ts';

/** Headers, and the targets that they fill. */
const projects: readonly (readonly [header: string, target: string])[] = [
  ['Job # (required)', 'project_number'],
  ['Project Name (max 100 chars)', 'name'],
  ['Project Name [text]', 'name'],
  ['Client Name (as in QuickBooks)', 'company'],
  ['Bid Date (mm/dd/yyyy)', 'bid_due_date'],
  ['Bid Date MM/DD/YYYY', 'bid_due_date'],
  ['Bid Date dd.mm.yyyy', 'bid_due_date'],
  ['Bid Date - required', 'bid_due_date'],
  ['Est. Value ($)', 'amount'],
  ['Est. Value (in USD)', 'amount'],
  ['1. Client', 'company'],
  ['2) Client', 'company'],
  ['03 - Client', 'company'],
  ['(4) Client', 'company'],
  ['B. Client', 'company'],
  ['1. Bid Date (mm/dd/yyyy)', 'bid_due_date'],
  ['JOBNUMBER', 'project_number'],
  ['JOB#', 'project_number'],
  ['jobname', 'name'],
  ['CUSTOMER', 'company'],
  ['BIDDATE', 'bid_due_date'],
  ['BIDAMOUNT', 'amount'],
  ['PROJECTSTAGE', 'project_stage'],
  ['ZIPCODE', 'address.zip'],
  ['JOB_CITY', 'address.city'],
  ['Area (SF)', 'square_feet'],
  ['Next Action', 'next_step'],
  ['Follow Up Date', 'next_step_on'],
  ['Remaining ($)', 'remaining_amount'],
];

test.each(projects)('%s of projects fills %s', (header, target) => {
  expect(Object.keys(proposed('projects', { [header]: [] }).byTarget)).toEqual([target]);
});

const contacts: typeof projects = [
  ['Contact First Name', 'first_name'],
  ['Contact Last Name (required)', 'last_name'],
  ['ContactEmail', 'email'],
  ['Contact Phone', 'office_phone'],
  ['Phone (Mobile)', 'mobile_phone'],
  ['FIRSTNAME', 'first_name'],
  ['E-mail 1 - Value', 'email'],
  ['Phone 1 - Value', 'office_phone'],
  ['Organization Name', 'company'],
  ['Organization Title', 'job_title'],
  ['E-mail Address', 'email'],
  ['Business Phone', 'office_phone'],
  ['Person Job Title', 'job_title'],
];

test.each(contacts)('%s of contacts fills %s', (header, target) => {
  expect(Object.keys(proposed('contacts', { [header]: [] }).byTarget)).toEqual([target]);
});

test.each(['E-mail 1 - Label', 'Phone 1 - Label', 'Labels', 'Name Suffix'])('%s fills nothing', (header) => {
  expect(proposed('contacts', { [header]: ['Work'] }).byTarget).toEqual({});
});

test('a header without a hint comes first', () => {
  const { byTarget } = proposed('projects', { 'Bid Date (old)': ['3/1/2026'], 'Bid Date': ['3/14/2026'] });
  expect([byTarget['bid_due_date']].flat()[0]).toBe('Bid Date');
});
