import { useFormats } from '../../data/formats.ts';
import { State } from '../managed/state.tsx';
import type { Webhook } from '../../../resources/managed/webhooks.ts';

/** Whether a webhook is on, and whether its receiver takes the messages. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { moment } = useFormats();
  const { enabled, failing_since: failing, disabled_at: at, disabled_reason: reason } = webhook;
  if (!enabled) {
    return (
      <State look="over">
        Off{at !== null && ` since ${moment(at)}`}
        {reason !== null && `: ${reasons[reason] ?? reason}`}
      </State>
    );
  }
  return failing === null ? (
    <State look="good">On</State>
  ) : (
    <State look="due">On, failing since {moment(failing)}</State>
  );
}

const reasons: Readonly<Record<string, string>> = {
  manual: 'a person turned it off',
  gone: 'the receiver answered 410',
  failing: 'it failed for five days',
};
