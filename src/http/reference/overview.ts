import { sampleBlocks } from './code-samples.ts';
import type { DescribedApi, Group } from './described-api.ts';
import type { Shelf } from './guides.ts';
import { html, type Markup, prose } from './html.ts';

/** The start page: the way to a first request, the guides, and every operation by group. */
export function overview(api: DescribedApi, shelves: readonly Shelf[]): Markup {
  const [first = '', ...further] = api.description.split('\n\n');
  return html`<h1>${api.title} API</h1>
<p class="address"><code>${api.server}</code></p>
<div class="halves"><div><p>${prose(first)}</p>
<h2 id="start">Getting started</h2>
<ol><li><strong>Get a token.</strong> The first start of the service prints one. Later an admin creates one in the page,
under <strong>Settings, API tokens</strong>, with the scopes that the program needs.</li>
<li><strong>Send the first request</strong> with the token, as here.</li>
<li><strong>Follow <a href="./docs/guides/first-integration">the first integration</a></strong>, in Python and in
TypeScript. <a href="./docs/guides/api">How the API behaves</a> explains the rest.</li></ol></div>
<div class="beside">${firstRequest(api)}</div></div>
<h2 id="guides">Guides</h2>
<div class="groups">${shelves.map(shelfCard)}</div>
<h2 id="reference">Reference</h2>
<div class="groups">${api.groups.map(groupCard)}</div>
${further.map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
`;
}

function firstRequest({ server }: DescribedApi): Markup {
  const request = { method: 'GET', url: `${server}/projects?per_page=5`, authorized: true, answers: true };
  return html`<figure><figcaption>A first request</figcaption>${sampleBlocks(request)}</figure>`;
}

const shelfCard = ({ title, guides }: Shelf): Markup =>
  html`<section class="card"><h3>${title}</h3>
<ul>${guides.map(({ name, title: guide }) => html`<li><a href="./docs/guides/${name}">${guide}</a></li>`)}</ul></section>
`;

const groupCard = ({ tag, title, description, operations }: Group): Markup =>
  html`<section class="card"><h3><a href="./docs/reference/${tag}">${title}</a></h3><p>${prose(description)}</p>
<ul>${operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="./docs/reference/${tag}/${id}" title="${summary}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></li>`,
  )}</ul></section>
`;
