type Weighted = readonly (readonly [name: string, weight: number])[];

/** The reasons for lost jobs, with their weights. */
export const lostReasons: Weighted = [
  ['Price', 46],
  ['Competitor Relationship', 10],
  ['Incumbent Retained', 8],
  ['Fee / General Conditions', 6],
  ['Qualifications', 6],
  ['Schedule', 5],
  ['Client Not Awarded', 5],
  ['Unknown', 5],
  ['Interview', 4],
  ['Proposed Team', 3],
  ['Proposal Quality', 2],
  ['Local Preference', 2],
  ['Bonding / Insurance', 1],
  ['Safety Record', 1],
  ['Non-responsive / Late', 1],
];

/** The reasons for which the firm does not bid. */
export const declinedReasons: Weighted = [
  ['No Capacity', 34],
  ['Margin', 20],
  ['Risk', 16],
  ['Location', 14],
  ['Poor Documents', 9],
  ['Client Credit', 7],
];

/** The reasons for cancelled jobs. */
export const cancelledReasons: Weighted = [
  ['Funding Not Secured', 34],
  ['Owner Postponed', 24],
  ['Owner Cancelled', 18],
  ['Scope Changed', 10],
  ['No Decision', 8],
  ['Rebid', 6],
];

export const privateTenders: Weighted = [
  ['Selective / Invited', 40],
  ['Invitation to Bid', 20],
  ['Negotiated', 16],
  ['RFP', 12],
  ['Budget / ROM', 6],
  ['Sole Source', 4],
  ['Two-Stage', 2],
];

export const publicTenders: Weighted = [
  ['Open', 34],
  ['RFP', 24],
  ['Best Value', 20],
  ['RFQ then RFP', 16],
  ['RFQ', 6],
];

export const leadSources: Weighted = [
  ['Bid Invitation', 22],
  ['Architect Referral', 16],
  ['Client Referral', 9],
  ['Broker / Developer', 9],
  ["Owner's Representative", 8],
  ['Networking Event', 7],
  ['Subcontractor Referral', 6],
  ['Cold Outreach', 6],
  ['Permit Data', 5],
  ['Engineer Referral', 4],
  ['Website', 4],
  ['Inbound Call', 4],
];

export const publicLeadSources: Weighted = [
  ['Public Bid Board', 40],
  ['Government Portal', 24],
  ['Plan Room', 14],
  ['Architect Referral', 14],
  ['Industry Association', 8],
];
