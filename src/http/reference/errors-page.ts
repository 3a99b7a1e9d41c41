import { pagePolicy, styledBy } from './html.ts';
import { errorCodes, faultCodes } from '../errors/error-codes.ts';

const style =
  ':root{color-scheme:light dark}code{overflow-wrap:anywhere}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'td,th{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}:target{background:light-dark(#ff9,#553)}' +
  '@media(min-width:40rem){td:first-child{white-space:nowrap}}' +
  // On a phone, the code appears above its meaning and has the full width.
  '@media(max-width:40rem){th{display:none}tr{display:block;padding:.5rem 0}td{display:block;padding:0}}';

const policy = pagePolicy(styledBy(style));

/** The page of all error codes, to which the `type` of a problem links, and its content security policy. */
export const errorsPage = (): { readonly html: string; readonly policy: string } => ({ html, policy });

const code = (name: string): string => `<code>${name}</code>`;

const row = (id: string, cells: readonly string[]): string =>
  `<tr id="${id}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

const problems = Object.entries(errorCodes).map(([name, { status, title }]) =>
  row(name, [code(name), String(status), `${title}.`]),
);

const faults = Object.entries(faultCodes).map(([name, meaning]) =>
  row(`errors-${name}`, [code(name), meaning.replace(/`([^`]+)`/g, '<code>$1</code>')]),
);

const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Errors · Plumbline API</title><style>${style}</style></head>
<body>
<h1>Errors</h1>
<p>Every answer with a status of 400 or more is a problem document (RFC 9457). Its <code>code</code> is one of these:</p>
<table>
<tr><th>Code</th><th>Status</th><th>Meaning</th></tr>
${problems.join('\n')}
</table>
<p><code>errors</code> lists all problems of the request. The <code>code</code> of each is one of these:</p>
<table>
<tr><th>Code</th><th>Meaning</th></tr>
${faults.join('\n')}
</table>
<p><a href="../docs">The reference</a></p>
</body>
</html>
`;
