import { monthNames } from './value-words.ts';

const jobs = 'job project bid pursuit lead deal proposal contract estimate';

const counted =
  `${jobs} record row item value amount cost budget award ` +
  'completion start submission result year quarter month week page sheet section report list group sum count win';

const shared =
  'opportunities losses pipeline backlog volume revenue sales awarded won lost pending submitted active inactive open ' +
  'closed upcoming completed complete cancelled canceled dead hold bidding estimating negotiating tracking declined ' +
  'passed unawarded outstanding scheduled planned';

const uncounted =
  `${shared} opportunity loss number work average fiscal due current future potential ` +
  'new old past previous other est estimated usd eur gbp cad sf first second third fourth';

const joining = 'all of for the in on by to not no this last next date ytd and or per a as through';

/** The words that a spreadsheet uses beside a total, or for a group of rows: `Total awarded`, `2026 completion`. */
export const groupWords: ReadonlySet<string> = new Set([
  ...counted.split(' ').flatMap((word) => [word, `${word}s`]),
  ...`${uncounted} ${joining} sept`.split(' '),
  ...monthNames.flatMap((name) => [name, name.slice(0, 3)]),
]);

/** The words among these for several jobs: a plural, or a state that they share. */
export const summedWords: ReadonlySet<string> = new Set([
  ...counted.split(' ').map((word) => `${word}s`),
  ...shared.split(' '),
]);

/** The words among these for one job or a part of it: `New project`, `Pipeline section`. */
export const singleWords: ReadonlySet<string> = new Set(`${jobs} opportunity section page`.split(' '));

/** The words that stand in front of what the rows below have in common: `Client: Acme`. As `headingOf` compares them. */
export const commonWords: ReadonlySet<string> = new Set(
  (
    'client customer owner company gc generalcontractor contractor architect market sector marketsector segment status ' +
    'stage phase estimator salesperson rep manager pm region area office branch division department state city county ' +
    'location month quarter year week date biddate type projecttype jobtype worktype category group section priority source'
  ).split(' '),
);

/** What a report prints below or above its table, in lower case. */
export const footerPatterns: readonly RegExp[] = [
  /^(?:©|\(c\)|copyright ?(?:©|\(c\)|\d{4}|by\b))/,
  /\ball rights reserved\b/,
  /\bdo not (?:distribute|copy|share|forward)\b/,
  /^(?:strictly |company |private (?:and|&) )?confidential(?: information\b.*| (?:and|&) proprietary\b.*|[ .:!]*)$/,
  /^(?:proprietary|internal use only|for internal use)\b/,
  /^(?:report )?(?:generated|printed|exported|downloaded|prepared|created|produced|compiled)(?: (?:by|on|at)\b| \d| ?:|$)/,
  /^(?:report|print|printed|export|run|download|generation)[ -](?:date|time|by|on|name|id|title)(?::| :| \d|$)/,
  /^(?:date|time)[ -](?:printed|generated|exported|of report|run)\b/,
  /^(?:data )?as of:? (?:\d|[a-z]{3,9} \d)/,
  /^(?:last updated|last modified|filtered by|sorted by|grouped by)\b/,
  /^(?:sources?|filters?|filter criteria|legend|disclaimer|notes?) ?:/,
  /^(?:page|seite|página|pagina|sida|strona) \d+(?: ?(?:of|von|de|di|van|av|z|\/) ?\d+)?$/,
  /^(?:gedruckt|erstellt|exportiert|imprimée?|éditée?|impreso|generado|stampato|afgedrukt)(?: (?:am|von|le|par|el|por|il|da|op|door)\b| ?:| \d)/,
  /^(?:stand|quelle|fuente|fonte|bron) ?: ?\S|^(?:streng )?(?:vertraulich|confidentiel|confidencial|riservato)[ .:!]*$/,
  /^(?:data|report) (?:refreshed|run|generated|exported|updated)\b|^last (?:printed|refreshed|saved)\b/,
  /^[*\- ]*end of (?:report|file|list|table|document|data)\b/,
  /^(?:total |number of |no\. of )?(?:records?|rows?|results?|items?)(?: (?:found|shown|listed|exported|returned))?(?:$|:| \d)/,
  /^(?:total|number of|no\. of) (?:projects|jobs|bids|pursuits|leads|companies|contacts|calls|tasks|opportunities|deals|accounts)(?:$|:| \d)/,
  /^\d[\d,]* (?:projects|jobs|bids|pursuits|leads|companies|contacts|calls|tasks|opportunities|deals|accounts) (?:found|shown|listed|exported|returned)\.?$/,
  /^\d[\d,]* (?:records?|rows?|results?|items?)(?: (?:found|shown|listed|exported|returned))?\.?$/,
  /^(?:showing|displaying) \d/,
];

/** What a report prints below its table in a single cell: the number of a page, an address, a footnote, a legend. */
export const lonePatterns: readonly RegExp[] = [
  /^- ?\d{1,4} ?-$|^\d{1,4} ?\/ ?\d{1,4}$/,
  /^(?:https?:\/\/|www\.)\S+$/,
  /^\*{1,3} ?[a-z][^*]*$|^[a-z]{1,4} = [a-z]/,
];
