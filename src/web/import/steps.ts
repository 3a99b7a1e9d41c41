import { type Import, isOpen, isWithoutFile } from './import.ts';

/** The steps of an import, in order. */
export const steps = ['file', 'map', 'check', 'run', 'report'] as const;

export type ImportStep = (typeof steps)[number];

export const stepNames: Readonly<Record<ImportStep, string>> = {
  file: 'File',
  map: 'Fields',
  check: 'Dry run',
  run: 'Run',
  report: 'Report',
};

/** The step that an import is in. */
function currentStep({ status }: Import): ImportStep {
  switch (status) {
    case 'draft':
      return 'file';
    case 'checking':
    case 'checked':
      return 'check';
    case 'running':
      return 'run';
    case 'complete':
    case 'cancelled':
    case 'failed':
    case 'undoing':
    case 'undone':
      return 'report';
  }
}

/** Whether a step has something to show. The first two can be read again at any time, unless the file was deleted before. */
export function isReachable(step: ImportStep, item: Import): boolean {
  if (isWithoutFile(item)) return step === currentStep(item);
  if (step === 'file' || step === 'map') return true;
  if (step === 'check') return isOpen(item) || item.status === 'checking';
  return step === currentStep(item);
}

/** The step of an address. Without one, or if it cannot be shown, that of the import's state. */
export function stepOf(asked: string | undefined, item: Import): ImportStep {
  const step = steps.find((one) => one === asked);
  return step !== undefined && isReachable(step, item) ? step : currentStep(item);
}
