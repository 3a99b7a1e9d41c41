import { sampleBlocks } from './code-samples.ts';
import type { DescribedApi, Group } from './described-api.ts';
import { html, type Markup, prose } from './html.ts';

/** The start page: the API's URL, a first request, and every operation by group. */
export function overview(api: DescribedApi): Markup {
  const [first = '', ...further] = api.description.split('\n\n');
  return html`<h1>${api.title} API</h1>
<p class="address"><code>${api.server}</code></p>
<div class="halves"><div><p>${prose(first)}</p>
<p>New here? Begin with <a href="./docs/guides/first-integration">the first integration</a>, or with
<a href="./docs/guides/api">how the API behaves</a>.</p></div><div class="beside">${firstRequest(api)}</div></div>
<div class="groups">${api.groups.map(groupCard)}</div>
${further.map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
`;
}

function firstRequest({ server }: DescribedApi): Markup {
  const request = { method: 'GET', url: `${server}/projects?per_page=5`, authorized: true, answers: true };
  return html`<figure><figcaption>A first request</figcaption>${sampleBlocks(request)}</figure>`;
}

const groupCard = ({ tag, title, description, operations }: Group): Markup =>
  html`<section class="card"><h2><a href="./docs/reference/${tag}">${title}</a></h2><p>${prose(description)}</p>
<ul>${operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="./docs/reference/${tag}#${id}" title="${summary}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></li>`,
  )}</ul></section>
`;
