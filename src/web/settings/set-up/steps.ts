/** The steps of the set-up, in order. */
export const steps = ['firm', 'stages', 'people', 'data'] as const;

export type SetUpStep = (typeof steps)[number];

export const stepNames: Readonly<Record<SetUpStep, string>> = {
  firm: 'Firm',
  stages: 'Stages',
  people: 'People',
  data: 'Data',
};

/** The step of an address. */
export const stepOf = (text: string | undefined): SetUpStep => steps.find((step) => step === text) ?? 'firm';

/** The step that follows; null after the last one. */
export const stepAfter = (step: SetUpStep): SetUpStep | null => steps[steps.indexOf(step) + 1] ?? null;

/** The properties of every step. */
export interface StepProps {
  /** Leads to the next step. */
  readonly onDone: () => void;
}
