import { Turn } from '../../records/turns.ts';
import type { Problem, Refusal } from '../../refusal.ts';
import { mostGoals } from '../../resources/goals.ts';
import { directoryResources } from '../../resources/index.ts';
import { type JudgeRow, judgeOfTable } from '../../schema/archived-rows.ts';
import { mostWebhooks } from '../../store/outbox/webhooks.ts';
import type { DirectoryLimits } from '../../store/rows/directory.ts';
import { settingsColumns } from '../../store/transfer/account-settings.ts';
import type { StoredTable } from '../../store/transfer/tables.ts';
import { fileOf, isSame } from '../archives/manifest.ts';
import type { ArrivingArchive, ArrivingFile } from '../archives/read-archive.ts';
import { unfit } from '../unfit-file.ts';
import { accountFile, digestOfFile, type Manifest, readAccountArchive } from './archive-file.ts';
import { mostTold, UnfitArchive } from './archive-problems.ts';
import { archivedColumns } from './contents.ts';
import { BlobsJudge } from './judge-blobs.ts';
import { CustomValues } from './judge-custom-values.ts';
import { documentsProblems } from './judge-documents.ts';
import { parsedRow, type ArchiveRow } from './parsed-row.ts';
import { readManifest } from './read-manifest.ts';

/** The tables, schema and limits of this installation, which an archive must fit. */
export interface ArchiveExpectations {
  /** The tables of an archive, in order. */
  readonly tables: readonly StoredTable[];
  /** The last migration of this database. */
  readonly schema: string;
  readonly limits: DirectoryLimits;
  /** The limit of bytes of the contents of files; null for none. */
  readonly quota: number | null;
  readonly now: Date;
}

/** An archive to judge. */
export interface ReceivedBytes extends ArrivingArchive {
  /** The limit of its unpacked bytes. */
  readonly most: number;
}

/**
 * Judges an archive while its bytes arrive: its form, its checksums, and every row by the schemas and limits of the API.
 * An archive may come from anywhere, so nothing in it is trusted.
 * @throws {Refusal} `validation_failed` with each problem and its line.
 */
export async function judgeArchive(
  { most, ...archive }: ReceivedBytes,
  expected: ArchiveExpectations,
): Promise<Manifest> {
  const names = [accountFile, ...expected.tables.map(({ name }) => fileOf(name))];
  const judge = new ArchiveJudge(archive.name, expected);
  let manifest: Manifest | null = null;
  for await (const file of readAccountArchive(archive, most)) {
    if (manifest === null) {
      manifest = await readManifest(file, archive.name);
      judge.refuseOtherSchema(manifest);
      if (Object.keys(manifest.files).join() !== names.join()) throw otherFiles(archive.name);
    } else {
      const expectedName = names.shift();
      if (expectedName === undefined) {
        await judge.judgeBlob(file);
        continue;
      }
      if (file.name !== expectedName) throw otherFiles(archive.name);
      await judge.judge(file);
      if (isSame(manifest.files[file.name], file.facts())) continue;
      throw unfit(`${archive.name} is damaged: ${file.name} is not as its manifest says.`);
    }
  }
  if (manifest === null || names.length > 0) throw otherFiles(archive.name);
  judge.end();
  if (!judge.hasBlobsOf(manifest)) throw otherFiles(archive.name);
  return manifest;
}

const otherFiles = (archive: string): Refusal =>
  unfit(`${archive} lacks files that its manifest names, or has others.`);

class ArchiveJudge {
  readonly #archive: string;
  readonly #expected: ArchiveExpectations;
  readonly #customValues = new CustomValues();
  readonly #blobs: BlobsJudge;
  readonly #problems: Problem[] = [];
  #directoryBytes = 0;

  constructor(archive: string, expected: ArchiveExpectations) {
    this.#archive = archive;
    this.#expected = expected;
    this.#blobs = new BlobsJudge(expected.quota);
  }

  refuseOtherSchema({ schema, program }: Manifest): void {
    const own = this.#expected.schema;
    if (schema === own) return;
    throw unfit(
      `${this.#archive} was written by version ${program} with the schema ${schema}, and this database has ${own}. ` +
        'Bring the installation that wrote it to this version, and export again.',
    );
  }

  /** @throws {Refusal} once there are more problems than are told. */
  async judge(file: ArrivingFile): Promise<void> {
    const { table = '' } = file;
    const judgeRow = this.#judgeOf(table);
    const limit = this.#limitOf(table);
    const need = needOf(table);
    const turn = new Turn();
    for await (const { first, texts } of file.lines) {
      for (const [index, text] of texts.entries()) {
        if (turn.isOver) await turn.pause();
        const pointer = `/${file.name}/${first + index}`;
        const row = parsedRow(text);
        need.see(row ?? {});
        const problems = row ? judgeRow(row, pointer) : [{ ...notARow, pointer }];
        this.#problems.push(...problems, ...limit(row ?? {}, pointer));
        if (this.#problems.length > mostTold || this.#blobs.isFull) this.end();
      }
    }
    this.#problems.push(...need.problems(`/${file.name}`));
  }

  /** Judges the contents of a file. @throws {Refusal} with all problems, because the rest cannot be read then. */
  async judgeBlob(file: ArrivingFile): Promise<void> {
    if (digestOfFile(file.name) === undefined) throw otherFiles(this.#archive);
    this.#problems.push(...(await this.#blobs.judge(file)));
    this.end();
  }

  hasBlobsOf(manifest: Manifest): boolean {
    return this.#blobs.isAsIn(manifest);
  }

  /** @throws {Refusal} if there are problems. */
  end(): void {
    if (this.#problems.length === 0) return;
    throw new UnfitArchive(this.#archive, this.#problems);
  }

  #judgeOf(name: string): JudgeRow {
    if (name === 'account') return judgeOfTable(name, settingsColumns);
    const table = this.#expected.tables.find((one) => one.name === name);
    if (!table) throw otherFiles(this.#archive);
    const bySchema = judgeOfTable(name, archivedColumns(table));
    return (row, pointer) => {
      const problems = bySchema(row, pointer);
      return problems.length > 0
        ? problems
        : [
            ...this.#documents(name, row, pointer),
            ...this.#times(name, row, pointer),
            ...(name === 'files' ? this.#blobs.rowProblems(row, pointer) : []),
          ];
    };
  }

  #documents(table: string, row: ArchiveRow, pointer: string): Problem[] {
    return [...documentsProblems(table, row, pointer), ...this.#customValues.problemsOf(table, row, pointer)];
  }

  /** The log tells of the past alone. Clocks of machines differ by less than a day. */
  #times(table: string, { at }: ArchiveRow, pointer: string): Problem[] {
    if (table !== 'changes' || Date.parse(String(at)) <= this.#expected.now.getTime() + dayMs) return [];
    return [{ pointer: `${pointer}/at`, code: 'out_of_range', message: 'must not be in the future' }];
  }

  /** The limits of the number of rows, and of the bytes of what every process keeps in memory. */
  #limitOf(table: string): JudgeRow {
    const { entries, bytes } = this.#expected.limits;
    const isKept = directoryResources.some(({ plural }) => plural === table);
    const most = isKept ? entries : (mostRows[table] ?? Number.POSITIVE_INFINITY);
    let count = 0;
    return (row, pointer) => {
      if (row['deleted_at'] === null || isKept) count += 1;
      if (isKept) this.#directoryBytes += Buffer.byteLength(JSON.stringify(row));
      if (count === most + 1) return [{ pointer, code: 'too_many', message: `must be one of at most ${most} rows` }];
      if (!isKept || this.#directoryBytes <= bytes) return [];
      const message = `must keep users, lists and custom fields within ${bytes} bytes`;
      this.#directoryBytes = Number.NEGATIVE_INFINITY;
      return [{ pointer, code: 'too_many', message }];
    };
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Judges whether a table has the row without which nobody could sign in, or make a project. */
function needOf(table: string) {
  const needed = neededRows[table];
  let isMet = needed === undefined;
  return {
    see: (row: ArchiveRow) => void (isMet ||= row['deleted_at'] === null && needed?.is(row) === true),
    problems: (pointer: string): Problem[] =>
      isMet || !needed ? [] : [{ pointer, code: 'required', message: needed.message }],
  };
}

interface NeededRow {
  readonly is: (row: ArchiveRow) => boolean;
  readonly message: string;
}

const neededRows: Readonly<Record<string, NeededRow>> = {
  users: { is: ({ role }) => role === 'admin', message: 'must have an admin who is not deactivated' },
  project_stages: { is: ({ category }) => category === 'open', message: 'must have an open stage that is not deleted' },
};

const mostRows: Readonly<Record<string, number>> = { account: 1, goals: mostGoals, webhooks: mostWebhooks };

const notARow = {
  code: 'wrong_type',
  message: 'must be a JSON object of at most 200,000 values, 100 within each other',
} as const;
