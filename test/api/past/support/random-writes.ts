import { make } from '../../../support/data/make.ts';
import type { Json, Reply } from '../../../support/service/client.ts';
import type { TestService } from '../../../support/service/service.ts';

type Write = () => Promise<Reply | undefined>;

/** Random changes of the projects of a firm: single ones and bulks, deletions, restorations and reversions. */
export class RandomWrites {
  readonly ids: string[] = [];
  /** The number of reversions that changed a project. */
  reverted = 0;
  readonly #service: TestService;
  #seed = 7;
  #stages: string[] = [];
  #companies: string[] = [];
  #users: string[] = [];
  #divisions: string[] = [];
  /** The stages that close a project, and those of lost ones. */
  #closing: string[] = [];
  #lost: string[] = [];
  #lossReasons: string[] = [];

  constructor(service: TestService) {
    this.#service = service;
  }

  /** The lists to choose from, and the first projects. */
  async begin(): Promise<void> {
    const { first } = this.#service;
    const stages = (await first.get('/project_stages')).body.project_stages as Json[];
    this.#stages = stages.map(({ id }) => id);
    this.#closing = stages.filter(({ category }) => category !== 'open').map(({ id }) => id);
    this.#lost = stages.filter(({ close_type: closed }) => closed === 'lost').map(({ id }) => id);
    this.#lossReasons = (await first.get('/loss_reasons')).body.loss_reasons.map(({ id }: Json) => id);
    this.#divisions = (await first.get('/divisions')).body.divisions.map(({ id }: Json) => id).slice(0, 2);
    for (const name of ['Abel', 'Baker']) this.#companies.push((await make(first, 'companies', { name })).id);
    for (const name of ['Ann', 'Bob']) this.#users.push((await make(first, 'users', { first_name: name })).id);
    const fields = (await first.get('/custom_fields')).body.custom_fields as Json[];
    if (!fields.some(({ api_name: name }) => name === 'roof')) {
      await make(first, 'custom_fields', { model: 'project', name: 'Roof', api_name: 'roof', field_type: 'number' });
    }
    for (let count = 0; count < 3; count += 1) await this.#create();
  }

  /** A whole number below a limit. */
  random(limit: number): number {
    // Numerical Recipes' linear congruential generator.
    this.#seed = (this.#seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((this.#seed / 4_294_967_296) * limit);
  }

  /** Makes one change. The service may refuse it because of the record, but not as a bad request. */
  async next(): Promise<void> {
    const writes: readonly Write[] = [
      () => this.#create(),
      ...Array.from({ length: 6 }, (): Write => () => this.#update()),
      () => this.#service.first.delete(this.#path()),
      () => this.#service.first.post(`${this.#path()}/restore`),
      () => this.#bulk(),
      () => this.#revert(),
    ];
    const reply = await writes[this.random(writes.length)]?.();
    if (reply && isFault(reply)) throw new Error(reply.text);
  }

  async #create(): Promise<undefined> {
    this.ids.push((await make(this.#service.first, 'projects', this.#fields())).id);
  }

  #update(): Promise<Reply> {
    return this.#service.first.patch(this.#path(), { project: this.#fields() });
  }

  /** Two of the rows may be of one project. */
  #bulk(): Promise<Reply> {
    const rows = Array.from({ length: 4 }, () => ({ id: this.#id(), ...this.#fields() }));
    return this.#service.first.post('/projects/bulk', { projects: rows });
  }

  async #revert(): Promise<Reply | undefined> {
    const path = this.#path();
    const { headers, status } = await this.#service.first.get(path);
    const version = Number(headers.get('ETag')?.replaceAll('"', ''));
    if (status !== 200 || version < 2) return undefined;
    const revert = { version: 1 + this.random(version - 1), force: true };
    const reply = await this.#service.first.post(`${path}/revert`, { revert });
    if (reply.status === 200) this.reverted += 1;
    return reply;
  }

  #fields(): Json {
    const choices: readonly Json[] = [
      { amount: this.random(1_000_000) / 100 },
      { amount: null, probability: this.random(100) / 100 },
      { project_stage_id: this.#of(this.#stages) },
      { project_stage_id: this.#of(this.#stages), amount: this.random(9000) },
      { name: `${this.#of(['Lab', 'school', 'Übung'])} ${this.random(50)}`, description: `Text ${this.random(1000)}` },
      { company_id: this.#of(this.#companies), assigned_to_id: this.#of([...this.#users, null]) },
      { custom_fields: { roof: this.#of([null, 1, 2.5]) }, address: { city: this.#of(['Reno', null]) } },
      {
        bid_due_date: `2026-0${1 + this.random(9)}-15`,
        start_date: '2026-05-01',
        end_date: this.#of([null, '2027-01-31']),
      },
      { next_step: this.#of([null, 'Call', 'Visit']), next_step_on: '2026-04-04' },
      { bid_due_at: `2026-0${3 + this.random(3)}-2${this.random(9)}T19:00:00Z` },
      { remaining_amount: this.#of([null, 1234.56, this.random(5000)]) },
      { submitted_at: this.#of([null, `2026-0${1 + this.random(3)}-11T03:00:00Z`]) },
      { project_stage_id: this.#of(this.#closing) },
      { project_stage_id: this.#of(this.#lost), loss_reason_id: this.#of([...this.#lossReasons, null]) },
      {
        division_id: this.#of([...this.#divisions, null]),
        award_date: `2026-0${1 + this.random(6)}-0${1 + this.random(9)}`,
      },
    ];
    return { ...this.#of(choices), units: this.random(500) };
  }

  #of<One>(many: readonly One[]): One {
    return many[this.random(many.length)] as One;
  }

  #id(): string {
    return this.#of(this.ids);
  }

  #path(): string {
    return `/projects/${this.#id()}`;
  }
}

/** Whether the service failed, or does not know what the request says. */
const isFault = ({ status, body }: Reply): boolean =>
  status >= 500 ||
  status === 400 ||
  (status === 422 && body.errors.some(({ code }: Json) => code === 'unknown_field' || code === 'required'));
