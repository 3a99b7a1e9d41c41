import type { ReadyMapping, Transform } from '../mapping.ts';
import { stageWords } from '../words/stage-words.ts';
import { blankWords } from '../words/value-words.ts';

const blank: Transform = { blank_words: blankWords };

const day: readonly Transform[] = [
  blank,
  { date: ['M/d/yyyy', 'M/d/yy', 'M-d-yyyy', 'M-d-yy', 'd-MMM-yyyy', 'd-MMM-yy', 'MMM d, yyyy'] },
];

const number: readonly Transform[] = [blank, { number: {} }];

/** A list of bids in a spreadsheet. */
export const bidLog: ReadyMapping = {
  key: 'bid_log',
  name: 'Bid log in Excel',
  words:
    'A list of bids with the columns Job No., Project Name, Client, Bid Date, Bid Amount and the like. Rows with the ' +
    'same job number are one project.',
  family: 'projects',
  columns: ['Project Name', 'Bid Date', 'Bid Amount'],
  hasOthers: true,
  mapping: {
    upsert_by: ['project_number'],
    columns: [
      { from: ['Job No.'], to: 'project_number', transform: [blank] },
      { from: ['Project Name'], to: 'name' },
      { from: ['Client'], to: 'company', transform: [blank] },
      { from: ['Contact'], to: 'contact', transform: [blank] },
      { from: ['Estimator'], to: 'assigned_to', transform: [blank] },
      { from: ['Market'], to: 'market_sector', transform: [blank] },
      { from: ['City'], to: 'address.city' },
      { from: ['State'], to: 'address.state' },
      { from: ['Bid Date'], to: 'bid_due_at', transform: day },
      { from: ['Bid Amount'], to: 'amount', transform: number },
      { from: ['Square Feet'], to: 'square_feet', transform: number },
      { from: ['Probability'], to: 'probability', transform: number },
      { from: ['Start Date'], to: 'start_date', transform: day },
      { from: ['Status'], to: 'project_stage', transform: [{ map: { values: stageWords, other: 'keep' } }] },
      { from: ['Notes'], to: 'description' },
    ],
    constants: {},
    references: {
      company: { by: 'name', missing: 'create' },
      contact: { by: 'name', missing: 'create' },
      assigned_to: { by: 'name', missing: 'empty' },
      market_sector: { by: 'name', missing: 'empty' },
      project_stage: { by: 'name', missing: 'reject' },
    },
    custom_fields: {},
  },
};
