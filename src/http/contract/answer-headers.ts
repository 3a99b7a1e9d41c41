/** One year in seconds, as browsers require. */
const httpsFor = 31_536_000;

interface Answered {
  readonly requestId: string;
  /** Whether the client reaches the service over HTTPS, directly or through a proxy. */
  readonly isHttps: boolean;
}

/** The headers of every response. */
export const answerHeaders = ({ requestId, isHttps }: Answered): Record<string, string> => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...(isHttps ? { 'strict-transport-security': `max-age=${httpsFor}` } : {}),
});

/** @param publicUrl the service's base URL. @param protocol the protocol of the connection or from a trusted proxy. */
export const isHttps = (publicUrl: string, protocol = 'http'): boolean =>
  protocol === 'https' || publicUrl.startsWith('https:');
