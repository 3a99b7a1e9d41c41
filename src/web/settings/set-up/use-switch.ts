import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../parts/failure/failure.tsx';

interface Switch {
  readonly isOn: boolean;
  /** Why the last change failed. */
  readonly fault: string | null;
  readonly turn: (on: boolean) => Promise<void>;
}

interface SwitchState {
  /** The state at the service. */
  stored: boolean;
  wanted: boolean;
  isBusy: boolean;
}

/**
 * A switch that shows at once what somebody wants, also when it is pressed again before the service has answered.
 * @param stored the state that the page has read.
 * @param send changes the state at the service. @param readAgain reads it again.
 */
export function useSwitch(
  stored: boolean,
  { send, readAgain }: { send: (on: boolean) => Promise<unknown>; readAgain: () => Promise<void> },
): Switch {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const sending = useRef<SwitchState>({ stored, wanted: stored, isBusy: false });
  useEffect(() => {
    // Once somebody has pressed the switch, what it has sent is newer than what the page reads.
    if (wanted === null) sending.current.stored = stored;
  }, [stored, wanted]);
  const turn = async (on: boolean): Promise<void> => {
    const state = sending.current;
    state.wanted = on;
    setWanted(on);
    setFault(null);
    if (state.isBusy) return;
    state.isBusy = true;
    try {
      while (state.wanted !== state.stored) {
        const to = state.wanted;
        await send(to);
        state.stored = to;
      }
    } catch (error) {
      setFault(reasonOf(error));
      setWanted(null);
    }
    state.isBusy = false;
    await readAgain();
  };
  return { isOn: wanted ?? stored, fault, turn };
}
