/** The database cannot be used because of its setup or its state. The message is for the operator. */
export class EngineMistake extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[], cause?: unknown) {
    super(mistakes.join('\n'), { cause });
    this.name = 'EngineMistake';
    this.mistakes = mistakes;
  }
}
