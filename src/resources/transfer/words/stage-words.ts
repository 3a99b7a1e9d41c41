/** The words for stages in bid logs and reports, with the stages of a new account that they mean. */
export const stageWords: Readonly<Record<string, string>> = {
  ...words('Tracking', ['Prospect', 'Prospecting', 'Lead', 'Watching']),
  ...words('Qualifying', ['Qualified', 'Qualification', 'Go/No-Go', 'Reviewing', 'Under Review', 'Invited', 'ITB']),
  ...words('Budgeting', ['Budget', 'Budgeted', 'Preliminary', 'Conceptual']),
  ...words('Estimating', [
    ...['Open', 'Bidding', 'In Progress', 'Active', 'Working', 'Estimate', 'In Estimating', 'To Bid', 'Will Bid'],
  ]),
  ...words('Bid Submitted', [
    ...['Pending', 'Submitted', 'Bid', 'Bid Sent', 'Proposal Sent', 'Sent', 'Quoted', 'Proposal Submitted', 'Waiting'],
  ]),
  ...words('Negotiating', ['Negotiation', 'In Negotiation']),
  ...words('Verbal Award', ['Verbal', 'Letter of Intent', 'LOI']),
  ...words('Won', ['Awarded', 'Won!', 'Win', 'W', 'Award', 'Awarded to us', 'Contract Signed', 'Closed Won', 'Sold']),
  ...words('Lost', [
    ...['Not Awarded', 'Lost!', 'Loss', 'L', 'Closed Lost', 'Awarded to others', 'Not Low', 'Unsuccessful', 'Rejected'],
  ]),
  ...words('Did Not Pursue', [
    ...[
      'No Bid',
      'No-Bid',
      'NoBid',
      'Nobid',
      'Declined',
      'Decline',
      'Passed',
      'Pass',
      'Did Not Bid',
      'DNB',
      'Not Bidding',
    ],
  ]),
  ...words('Cancelled', ['Canceled', 'Dead', 'Withdrawn', 'Abandoned', 'Cancelled by Owner', 'Canceled by Owner']),
  ...words('On Hold', ['Hold', 'Postponed', 'Delayed', 'Paused', 'Deferred']),
};

function words(stage: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, stage]));
}
