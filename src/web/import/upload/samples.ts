import type { ImportedFamily } from '../../../resources/transfer/imports.ts';

type Line = readonly string[];

/** Two rows of each kind, with columns that the service maps by itself. */
const samples: Readonly<Record<ImportedFamily, readonly Line[]>> = {
  projects: [
    [
      ...['Job No.', 'Project Name', 'Client', 'Estimator', 'City', 'State', 'Bid Date', 'Bid Amount', 'Square Feet'],
      'Status',
    ],
    [
      ...[
        '26-0412',
        'North Campus Lab Fit-out',
        'Granite Health',
        '',
        'Austin',
        'TX',
        '03/14/2026',
        '4215000',
        '32000',
      ],
      'Estimating',
    ],
    [
      ...['26-0413', 'Oak Tower Lobby', 'Oak Street Partners', '', 'Dallas', 'TX', '04/02/2026', '380000', '4200'],
      'Qualifying',
    ],
  ],
  leads: [
    ['Lead Name', 'Client', 'Value', 'Start Date', 'City', 'State', 'Notes'],
    ['Depot Roof', 'Rail Works', '250000', '06/01/2026', 'Waco', 'TX', 'Met at the trade show'],
    ['Clinic Addition', 'Granite Health', '1800000', '09/15/2026', 'Austin', 'TX', ''],
  ],
  companies: [
    ['Company Name', 'Phone', 'Website', 'Street Address', 'City', 'State', 'Zip'],
    ['Granite Health', '512-555-0100', 'https://granite-health.example', '100 Main St', 'Austin', 'TX', '78701'],
    ['Oak Street Partners', '214-555-0123', 'https://oak-street.example', '8 Elm St', 'Dallas', 'TX', '75201'],
  ],
  contacts: [
    ['First Name', 'Last Name', 'Email', 'Job Title', 'Mobile Phone', 'Company'],
    ['Jane', 'Doe', 'jane.doe@granite-health.example', 'Facilities Director', '512-555-0111', 'Granite Health'],
    ['Sam', 'Lee', 'sam.lee@oak-street.example', 'Owner', '214-555-0145', 'Oak Street Partners'],
  ],
  tasks: [
    ['Task', 'Due Date', 'Assigned To', 'Project', 'Notes'],
    ['Walk the site', '03/10/2026', '', '', 'Bring the drawings'],
    ['Call the architect', '03/12/2026', '', '', ''],
  ],
  calls: [
    ['Call Date', 'Company', 'Contact', 'Project', 'Notes'],
    ['03/02/2026 2:00 PM', 'Granite Health', 'Jane Doe', '', 'Asked for alternates'],
    ['03/03/2026 9:30 AM', 'Oak Street Partners', 'Sam Lee', '', 'Left a message'],
  ],
  notes: [
    ['Date', 'Type', 'Company', 'Contact Emails', 'Project', 'Note'],
    ...[
      [
        '03/02/2026 2:00 PM',
        'Meeting',
        'Granite Health',
        'jane.doe@granite-health.example',
        '',
        'Asked for alternates',
      ],
      ['03/03/2026 9:30 AM', 'Note', 'Oak Street Partners', '', '', 'They move in in May'],
    ],
  ],
};

/** A sample file as CSV. */
export const sampleFile = (family: ImportedFamily): string =>
  samples[family].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
