import { expect, test } from 'vitest';
import { blank, proposed } from './proposal-support.ts';

test('contacts with one column for the name', () => {
  expect(
    proposed('contacts', {
      Name: ['Jane Doe'],
      Title: ['Estimator'],
      Firm: ['Acme'],
      Cell: ['512'],
      Kontakt: ['j@example.com'],
    }).byTarget,
  ).toEqual({
    first_name: ['Name', { full_name: { part: 'first_name' } }],
    last_name: ['Name', { full_name: { part: 'last_name' } }],
    job_title: 'Title',
    company: 'Firm',
    mobile_phone: 'Cell',
    email: 'Kontakt',
  });
  expect(proposed('contacts', { 'Full Name': ['Doe, Jane', 'Roe, Ann'] }).byTarget).toEqual({
    first_name: ['Full Name', { full_name: { part: 'first_name' } }],
    last_name: ['Full Name', { full_name: { part: 'last_name' } }],
  });
});

test('contacts with several e-mail addresses in one cell', () => {
  expect(
    proposed('contacts', { FirstName: ['Jane'], LastName: ['Doe'], 'E-mail': ['a@x.com; b@x.com'] }).byTarget,
  ).toEqual({
    first_name: 'FirstName',
    last_name: 'LastName',
    email: 'E-mail',
  });
});

test('companies with an address in parts', () => {
  expect(
    proposed('companies', {
      'Vendor Name': ['Acme'],
      Type: ['General Contractor', 'Client'],
      'Street Address': ['100 Main St'],
      City: ['Austin'],
      ST: ['TX'],
      'Zip Code': ['78701'],
      'Phone No.': ['512 555'],
      Web: ['acme.example'],
      Trade: ['Steel', 'Concrete'],
    }).byTarget,
  ).toEqual({
    name: 'Vendor Name',
    category: ['Type', blank],
    'address.street_address': 'Street Address',
    'address.city': 'City',
    'address.state': 'ST',
    'address.zip': 'Zip Code',
    phone: 'Phone No.',
    website: 'Web',
    industries: ['Trade', blank],
  });
});

test('leads with values in dollars get them in cents', () => {
  const { byTarget } = proposed('leads', {
    Opportunity: ['Clinic'],
    'Est. Value': ['$19.50'],
    Owner: ['Acme'],
    Priority: ['Yes', 'no'],
  });
  expect(byTarget).toEqual({
    name: 'Opportunity',
    value_in_cents: ['Est. Value', blank, { number: { times: 100 } }],
    company: 'Owner',
    priority: ['Priority', blank],
  });
  expect(proposed('leads', { value_in_cents: ['1950'] }).byTarget).toEqual({
    value_in_cents: ['value_in_cents', blank, { number: {} }],
  });
});

test('tasks and calls', () => {
  expect(
    proposed('tasks', { Subject: ['Call'], 'Due Date': ['1/31/23'], Owner: ['Ann Roe'], Project: ['Clinic'] }).byTarget,
  ).toEqual({
    title: 'Subject',
    deadline: ['Due Date', blank, { date: ['M/d/yyyy', 'M/d/yy'] }],
    assigned_to: ['Owner', blank],
    project: 'Project',
  });
  expect(
    proposed('calls', { Date: ['1/31/2023 2:30 PM'], Contact: ['Jane Doe'], Result: ['Connected'], Notes: ['x'] })
      .byTarget,
  ).toEqual({
    recorded_at: ['Date', blank, { date: ['M/d/yyyy h:mm a', 'M/d/yy h:mm a'] }],
    contact: 'Contact',
    call_outcome: ['Result', blank],
    notes: 'Notes',
  });
});
