/** The answer to an `XMLHttpRequest`, as `fetch` would give it. */
export function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const id = request.getResponseHeader('x-request-id');
  return new Response(responseText, { status, headers: id === null ? {} : { 'x-request-id': id } });
}
