import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A request as its bytes, in pieces that are sent one after another. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly pieces: readonly Buffer[];
  /** The pause between two pieces, in milliseconds. */
  readonly pauseMs: number;
  /** The client closes its side after the last piece. */
  readonly isHalfClosed?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Decompressed. */
  readonly body: Buffer;
}

/** A service that has not answered by then has hung. */
const patienceMs = 60_000;

/**
 * Sends the bytes on a connection of their own and reads the first answer to its end.
 * @returns `null` if the service closes the connection without an answer.
 */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    const timer = setTimeout(() => end(new Error('the service has not answered for a minute')), patienceMs);
    const end = (error?: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      if (error) reject(error);
      else answered();
    };
    const answered = (): void => {
      try {
        resolve(parsed(Buffer.concat(parts)));
      } catch (fault) {
        reject(new Error('the body is not compressed as its header says', { cause: fault }));
      }
    };
    socket.on('data', (part) => {
      parts.push(part);
      // An interim answer can come first.
      if (parts.length <= 2 && isStream(part)) end();
    });
    socket.on('close', () => end());
    // The service may close while the client still sends; its answer has arrived then.
    socket.on('error', () => undefined);
    socket.on('connect', () => void write(request));
    const write = async ({ pieces, pauseMs, isHalfClosed }: RawRequest): Promise<void> => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0 && pauseMs > 0) await new Promise((wake) => setTimeout(wake, pauseMs));
        if (!socket.writable) return;
        socket.write(piece);
      }
      if (isHalfClosed) socket.end();
    };
  });
}

const isStream = (part: Buffer): boolean => /^content-type: text\/event-stream/im.test(part.toString('latin1'));

const blankLine = Buffer.from('\r\n\r\n');

function parsed(bytes: Buffer): RawAnswer | null {
  const at = bytes.indexOf(blankLine);
  if (at < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, at).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(at + 4);
  // An interim answer, after which the final one follows.
  if (status < 200) return parsed(rest);
  const headers = new Map(lines.map((line) => headerOf(line)));
  const length = Number(headers.get('content-length') ?? rest.length);
  const content = headers.get('transfer-encoding') === 'chunked' ? unchunked(rest) : rest.subarray(0, length);
  const decode = decoders[headers.get('content-encoding') ?? ''];
  return { status, headers, body: decode && content.length > 0 ? decode(content) : content };
}

const decoders: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = end < 0 ? 0 : parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

export interface Head {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Writes a request. Without a length of its own, the body has the right one. */
export function written({ method, target, headers }: Head, body?: Buffer): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : ['host: localhost']),
    'connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || names.has('content-length') || names.has('transfer-encoding')
      ? []
      : [`content-length: ${body.length}`]),
    '',
    '',
  ];
  // A header with characters beyond Latin-1 goes out as UTF-8, as most clients send it.
  const head = lines.map((line) => (/[^\u0000-\u00ff]/.test(line) ? Buffer.from(line).toString('latin1') : line));
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)]);
}
