/** The answer to an `XMLHttpRequest`, as `fetch` would give it. */
export function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = kept.flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(responseText, { status, headers });
}

/** The headers that the page reads. */
const kept = ['x-request-id', 'retry-after'];
