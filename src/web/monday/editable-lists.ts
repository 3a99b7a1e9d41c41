/**
 * The answer of a report of an instant, with addresses of lists that do not name this instant: so people can edit the
 * lists. Addresses that name another instant keep it.
 */
export const withEditableLists = <Body>(body: Body, instant: string): Body =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key === 'bucket_urls' && Array.isArray(value)) return value.map((url) => withoutInstant(url, instant));
    return key === 'projects_url' ? withoutInstant(value, instant) : value;
  }) as Body;

function withoutInstant(url: unknown, instant: string): unknown {
  if (typeof url !== 'string') return url;
  const address = new URL(url);
  if (address.searchParams.get('as_of') === instant) address.searchParams.delete('as_of');
  return address.href;
}
