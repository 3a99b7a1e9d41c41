import type { Clock } from '../../clock.ts';
import { createFolder } from '../../create-folder.ts';
import { PollingLoop } from '../../jobs/polling-loop.ts';
import type { Log } from '../../log.ts';
import { findBackups } from './backup-folder.ts';
import { forgetFailures, noteFailure } from './backup-status.ts';
import { isBeingMade } from './make-backup.ts';

/** When the service makes backups, and how. */
export interface ScheduledBackups {
  readonly folder: string;
  readonly everyHours: number;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Makes a backup in the folder, and deletes old ones.
   * @returns facts for the log. @throws with the reason for the log. The signal fires when the service stops.
   */
  readonly make: (signal: AbortSignal) => Promise<object>;
}

const lookEveryMs = 60_000;
const hourMs = 3_600_000;
/** How long the schedule waits after a failure. */
const retryMs = 15 * 60_000;

/** Makes a backup whenever the newest one in the folder is old enough; the first at once if there is none. */
export class BackupSchedule implements AsyncDisposable {
  readonly #scheduling: ScheduledBackups;
  readonly #loop: PollingLoop;
  readonly #stopping = new AbortController();
  #failedAt = -Infinity;

  constructor(scheduling: ScheduledBackups) {
    this.#scheduling = scheduling;
    const failed = (err: unknown): void => scheduling.log.error({ err }, 'the folder of the backups cannot be used');
    this.#loop = new PollingLoop(() => this.#look(), { everyMs: lookEveryMs, failed });
    this.#loop.wake();
  }

  /** Gives up a backup that is being made. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#loop[Symbol.asyncDispose]();
  }

  async #look(): Promise<void> {
    const { folder, everyHours, clock } = this.#scheduling;
    const now = clock.now();
    // The clock may have gone back since.
    if (Math.abs(now.getTime() - this.#failedAt) < retryMs) return;
    const [newest] = (await findBackups(folder, now)).sound;
    if (newest && now.getTime() - newest.madeAt.getTime() < everyHours * hourMs) return;
    await this.#make();
  }

  async #make(): Promise<void> {
    const { folder, clock, log, make } = this.#scheduling;
    try {
      const made = await make(this.#stopping.signal);
      log.info(made, 'made a backup');
      await forgetFailures(folder);
    } catch (err) {
      if (this.#stopping.signal.aborted || isBeingMade(err)) return;
      this.#failedAt = clock.now().getTime();
      log.error({ err }, 'a backup failed');
      await createFolder(folder);
      await noteFailure(folder, clock.now());
    }
  }
}
