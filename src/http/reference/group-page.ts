import type { Group } from './described-api.ts';
import { html, type Markup, prose } from './html.ts';

/** The page of a group: its operations, each with a link to its own page. */
export const groupPage = ({ tag, title, description, operations }: Group): Markup =>
  html`<h1>${title}</h1><p>${prose(description)}</p>
<ul class="operations">${operations.map(
    ({ id, method, path, summary }) =>
      html`<li id="${id}"><a href="./${tag}/${id}">${summary}</a>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p></li>
`,
  )}</ul>`;
