import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment } from '../config.ts';

/**
 * Runs `plumbline backup` as a process of its own, so that the service keeps its time and its memory.
 * @throws with what the command has written to standard error.
 */
export async function backupInProcess(
  environment: Environment,
  { keep, signal }: { readonly keep: number; readonly signal: AbortSignal },
): Promise<object> {
  const [program = ''] = process.argv.slice(1);
  try {
    const args = [program, 'backup', '--keep', String(keep), '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...environment }, signal });
    return JSON.parse(stdout) as object;
  } catch (cause) {
    const { stderr } = cause as { readonly stderr?: string };
    throw new Error(stderr?.trim().replace(/^error: /, '') || 'its process ended early', { cause });
  }
}
