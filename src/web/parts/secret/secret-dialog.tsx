import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog, DialogActions } from '../dialog/dialog.tsx';
import form from '../field/form.module.css';
import { Copied } from './copied.tsx';
import style from './secret-dialog.module.css';

/** A secret that the service shows once, with what belongs to it. */
export interface Secret {
  readonly title: string;
  /** The values to copy, by their labels. */
  readonly values: Readonly<Record<string, string>>;
  /** The use of the secret, and how long it works. */
  readonly about: ReactNode;
}

/** Shows a secret. Neither Escape nor Back closes it: nobody can see the secret again. */
export function SecretDialog({ secret, onStored }: { readonly secret: Secret; readonly onStored: () => void }) {
  const [isReminded, setReminded] = useState(false);
  const remind = (): void => setReminded(true);
  useBlocker({
    shouldBlockFn: () => {
      remind();
      return true;
    },
    enableBeforeUnload: true,
  });
  return (
    <Dialog title={secret.title} onClose={remind}>
      <div className={form.form}>
        <div className={style.about}>{secret.about}</div>
        {Object.entries(secret.values).map(([label, value]) => (
          <Copied key={label} label={label} value={value} />
        ))}
        <p role="alert" className={form.fault}>
          {isReminded && 'Store it first. The service does not show it again.'}
        </p>
        <DialogActions>
          <Button look="filled" onClick={onStored}>
            I have stored it
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
