import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { withShortPath } from './socket-path.ts';

/** The holder of a data folder copies its database into this folder in a folder of the data folder: `work/copy`. */
export interface CopyRequest {
  readonly copyTo: string;
}

/** A line of the holder's answer: the progress of the copy in bytes, or the outcome. */
export type FolderAnswer =
  | { readonly done: number; readonly total: number }
  | { readonly copied: FolderCopy }
  | { readonly failed: string };

/** A finished copy. */
export interface FolderCopy {
  /** The longest time during which the database could run nothing else, in milliseconds. */
  readonly longestPauseMs: number;
}

/** Does what a caller asks for. The signal fires if the caller ends the connection. */
export type Request = (
  asked: CopyRequest,
  call: { readonly tell: (answer: FolderAnswer) => void; readonly signal: AbortSignal },
) => Promise<FolderCopy>;

/** Reads the request of a caller, if it sends one, and answers it. The folder's permissions decide who can call. */
export function answerCaller(socket: Socket, carryOut: Request): void {
  const left = new AbortController();
  let line = '';
  let isAsked = false;
  socket.setEncoding('utf8');
  socket.on('close', () => left.abort());
  socket.on('end', () => (isAsked ? left.abort() : socket.end()));
  socket.on('data', (text: string) => {
    line += text;
    if (isAsked || !line.includes('\n')) return;
    isAsked = true;
    const tell = (answer: FolderAnswer): void => void socket.write(`${JSON.stringify(answer)}\n`);
    Promise.resolve(line)
      .then((request) => carryOut(JSON.parse(request) as CopyRequest, { tell, signal: left.signal }))
      .then((copied) => tell({ copied }))
      .catch((error: unknown) => tell({ failed: error instanceof Error ? error.message : String(error) }))
      .finally(() => socket.end());
  });
}

/**
 * Asks the holder of a folder to copy its database, and waits until it has.
 * @param path the holder's socket, see `findHolder`.
 * @throws if the holder cannot copy it, or ends meanwhile.
 */
export async function askHolderOf(
  path: string,
  request: CopyRequest,
  tell: (done: number, total: number) => void,
): Promise<FolderCopy> {
  const socket = await withShortPath(path, async (short) => {
    const connecting = connect(short);
    await once(connecting, 'connect');
    return connecting;
  });
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const answer = JSON.parse(line) as FolderAnswer | { readonly pid: number };
      if ('copied' in answer) return answer.copied;
      if ('failed' in answer) throw new Error(answer.failed);
      if ('done' in answer) tell(answer.done, answer.total);
    }
    throw new Error('the process that holds the data folder has ended');
  } finally {
    socket.destroy();
  }
}
