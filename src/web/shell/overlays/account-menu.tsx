import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../data/session.ts';
import { ActionMenu, type MenuAction } from '../../parts/action-menu/action-menu.tsx';
import { leave } from '../../parts/leave.ts';
import { chooseTheme, currentTheme, themeNames, themes } from '../../parts/theme.ts';
import { closeOverlay, openOverlay } from './overlay.ts';

/** The menu of the signed-in person: the own settings, the keys and colours of the page, and the way out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const actions: readonly MenuAction[] = [
    { name: 'My settings', run: () => void navigate({ to: '/settings/me' as '/settings' }) },
    { name: 'Keys', key: '?', run: () => openOverlay('keys') },
    { name: 'Sign out', run: () => void leave() },
    ...themes.map((theme) => ({
      name: themeNames[theme],
      group: 'Colors',
      isCurrent: theme === currentTheme(),
      run: () => chooseTheme(theme),
    })),
  ];
  return <ActionMenu title={user.name ?? user.email} actions={actions} onClose={closeOverlay} />;
}
