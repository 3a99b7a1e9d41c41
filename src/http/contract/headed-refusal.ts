import { Refusal, type RefusalCode } from '../../refusal.ts';

/** A refusal with its own HTTP response headers, for example `Allow`. */
export class HeadedRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, detail: string, headers: Readonly<Record<string, string>>) {
    super(code, detail);
    this.headers = headers;
  }
}
