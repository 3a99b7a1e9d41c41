/** Outcomes of calls, with patterns for their notes; the gaps are `{project}` and `{contact}`. */
export const callNotes: readonly (readonly [outcome: string, weight: number, notes: readonly string[]])[] = [
  [
    'Connected',
    24,
    [
      'Walked {contact} through our schedule for {project}.',
      'Talked about the phasing of {project}; they like an early site package.',
      '{contact} asked for a rough number on {project} by Friday.',
      'Drawings for {project} are at 60 %; next set in three weeks.',
    ],
  ],
  [
    'Left Voicemail',
    18,
    ['Asked for a call back about {project}.', 'Voicemail: is {project} still going out this month?'],
  ],
  ['No Answer', 12, ['Try again tomorrow.', 'Rang out.']],
  [
    'Meeting Scheduled',
    10,
    ['Site walk for {project} with {contact}.', 'Scope review set for next week.', 'Lunch with {contact}.'],
  ],
  [
    'Bid Status Received',
    9,
    [
      'Three bidders on {project}; we are said to be second.',
      '{project} is in review, decision in two weeks.',
      'We are within 2 % on {project}.',
    ],
  ],
  ['Follow-up Needed', 8, ['Send references for similar work.', 'They want our safety record and bonding letter.']],
  [
    'Budget Requested',
    5,
    ['Conceptual budget for {project} needed.', 'ROM for {project}: ground up, surface parking.'],
  ],
  ['Bid Invited', 5, ['Invited to bid {project}; five generals on the list.', 'On the short list for {project}.']],
  ['Callback Requested', 4, ['Call {contact} after their board meeting.']],
  ['Left Message', 4, ['Left word with the front desk.']],
  [
    'Lost Notified',
    3,
    ['{project} went to another contractor; asked for a debrief.', 'We were 4 % over on {project}.'],
  ],
  ['Verbal Award', 2, ['{contact} says {project} is ours, paperwork to follow.']],
  ['Gatekeeper', 2, ['Assistant takes the details, {contact} is on site.']],
];

/** Tasks during estimating, each with its deadline in days before the bid. */
export const bidTasks: readonly (readonly [title: string, daysBefore: number])[] = [
  ['Send invitations to bid', 18],
  ['Site visit and photos', 14],
  ['Quantity takeoff: concrete and steel', 10],
  ['Submit RFIs', 9],
  ['Request bid bond', 7],
  ['Draft general conditions and schedule', 6],
  ['Level mechanical and electrical quotes', 3],
  ['Final scope review', 2],
];

/** Tasks after a bid, each with its deadline in days after it. */
export const followTasks: readonly (readonly [title: string, daysAfter: number])[] = [
  ['Call for the bid tabulation', 3],
  ['Follow up on the bid result', 14],
  ['Prepare the interview', 10],
];

export const awardTasks: readonly (readonly [title: string, daysAfter: number])[] = [
  ['Turnover meeting with operations', 7],
  ['Send insurance certificates', 10],
  ['Write subcontracts for long-lead trades', 14],
];

/** Tasks that belong to no job, by task list. */
export const officeTasks: readonly (readonly [list: string, titles: readonly string[]])[] = [
  [
    'Prequalifications to renew',
    [
      'Renew the state facilities prequalification',
      'Update the safety manual for the health system',
      'File the annual bonding letter',
      'Renew the school district vendor registration',
      'Send audited financials to the owner',
    ],
  ],
  [
    'Marketing',
    [
      'Project sheet for the outpatient pavilion',
      'Photographer for the elementary school',
      'Award entry: tilt-wall of the year',
      'Update resumes of the superintendents',
      'Table at the contractors association dinner',
    ],
  ],
];

/** Notes on a lead: for all clients, for public owners, for private ones. */
export const leadNotes = {
  all: [
    'Heard of it from the architect; the program is being written.',
    'Owner wants one contractor from budget to turnover.',
    'Site plan approved; permit drawings started.',
    'Budget numbers wanted before their fiscal year ends.',
  ],
  public: [
    'Bond election passed; architects are being interviewed.',
    'In the capital plan for next year; board votes in the spring.',
    'Replacement of an aging building on the same campus.',
  ],
  private: [
    'Zoning case goes to council next month.',
    'Land is under contract; closing depends on the site plan.',
    'Lender asks for a contractor with similar work.',
  ],
} as const;
