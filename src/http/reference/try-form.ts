import type { DescribedOperation, Parameter } from './described-api.ts';
import { html, type Markup } from './html.ts';
import { openParameters } from './parameter-list.ts';

/** A form that the page's script sends to the same service, with the token that the user enters. */
export function tryForm(
  { operation, target }: { operation: DescribedOperation; target: string },
  body: unknown,
): Markup | null {
  if (operation.answers.some(({ content }) => content?.mediaType === 'text/event-stream')) return null;
  const { method, parameters, isPublic } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-target="${target}" data-type="${operation.body?.mediaType}">
${!isPublic && html`<label>API token <input name="token" type="password" autocomplete="off" placeholder="plb_…"></label>`}
${parameters.filter((parameter) => parameter.in === 'path').map((parameter) => input(parameter, 'path'))}
${query.slice(0, openParameters).map((parameter) => input(parameter, 'query'))}
${query.length > openParameters && html`<label>further query <input name="more" placeholder="amount[gte]=1000000&amp;name=…"></label>`}
${headers.map((parameter) => input(parameter, 'header'))}
${operation.body && html`<label>body <textarea name="body" rows="10" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`}
<button>Send ${method}</button>
<output><pre hidden></pre></output>
</form></details>`;
}

const input = ({ name, required }: Parameter, place: string): Markup =>
  html`<label>${name} <input name="${place}:${name}" ${required && html`required`} spellcheck="false"></label>
`;
