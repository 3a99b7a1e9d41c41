import { useState } from 'react';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { type Secret, SecretDialog } from '../../parts/secret/secret-dialog.tsx';
import type { Search } from '../../queries/address.ts';
import { toast } from '../../toasts/toasts.ts';
import { type CalendarFeed, deleteFeed } from './feeds.ts';
import { NewFeed } from './new-feed.tsx';
import { OwnFeeds } from './own-feeds.tsx';

interface Props {
  readonly search: Search;
  /** The name with which a new feed begins. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Makes addresses at which other calendars read the bids, shows each once, and deletes them. */
export function SubscribeDialog({ search, name, onClose }: Props) {
  const [text, setText] = useState(name);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [ending, setEnding] = useState<CalendarFeed | null>(null);
  const back = (): void => setEnding(null);
  if (secret) return <SecretDialog secret={secret} onStored={onClose} />;
  if (ending) {
    const end = async (): Promise<void> => {
      await deleteFeed(ending);
      toast(`${ending.name} is deleted.`);
      back();
    };
    return (
      <ConfirmDialog title={`Delete ${ending.name}?`} name="Delete" onConfirm={end} onClose={back}>
        <p>Calendar programs that read this address get no more bids. You cannot restore a deleted address.</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="Subscribe to the bids" onClose={onClose}>
      <NewFeed
        search={search}
        name={text}
        onName={setText}
        onMade={(made, url) => setSecret(secretOf(made, url))}
        onClose={onClose}
      >
        <OwnFeeds onDelete={setEnding} />
      </NewFeed>
    </Dialog>
  );
}

const secretOf = (name: string, url: string): Secret => ({
  title: `The address of ${name}`,
  values: { Address: url },
  about: (
    <>
      <p>
        Add it to your calendar program, as a calendar from the internet. The page shows it only now. Everybody who has
        the address can read these bids.
      </p>
      <p>Calendars read this address every few hours. A bid that moves today may show late.</p>
    </>
  ),
});
