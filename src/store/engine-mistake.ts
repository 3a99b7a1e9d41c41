/** The database cannot be used as it is set up or found: for the person who starts the program. */
export class EngineMistake extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[], cause?: unknown) {
    super(mistakes.join('\n'), { cause });
    this.name = 'EngineMistake';
    this.mistakes = mistakes;
  }
}
