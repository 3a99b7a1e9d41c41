import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from '../parts/icons/screen-icons.tsx';
import { Suspense } from 'react';
import { useSession } from '../data/session.ts';
import { narrow, useMedia } from '../parts/use-media.ts';
import { PageHead } from './page-head.tsx';
import style from './settings-frame.module.css';
import { settingsPages } from './settings-pages.ts';

/** The list of the settings' pages beside the page that is open; on a phone, the list or the page. */
export function SettingsFrame() {
  const { pathname } = useLocation();
  const segment = pathname.split('/')[2] ?? '';
  const isNarrow = useMedia(narrow);
  if (/^\/settings\/?$/.test(pathname))
    return isNarrow ? <Pages hasHeading /> : <Navigate to={'/settings/me' as never} replace />;
  return (
    <div className={style.settings}>
      {!isNarrow && <Pages />}
      <div className={style.page}>
        {isNarrow && (
          <Link to="/settings" className={style.back}>
            <ChevronLeft aria-hidden /> Settings
          </Link>
        )}
        <Suspense>
          <Page segment={segment} />
        </Suspense>
      </div>
    </div>
  );
}

function Pages({ hasHeading = false }: { readonly hasHeading?: boolean }) {
  const isAdmin = useSession().user.role === 'admin';
  const pages = settingsPages.filter(({ name, adminOnly }) => name !== null && (isAdmin || !adminOnly));
  return (
    <nav className={style.pages} aria-label="Settings" data-chrome>
      {hasHeading && <h1 className={style.heading}>Settings</h1>}
      <ul>
        {pages.map(({ path, name }) => (
          <li key={path}>
            <Link to={`/settings/${path}` as never} className={style.entry}>
              {name}
              <ChevronRight aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The page, unless only admins may use it. */
function Page({ segment }: { readonly segment: string }) {
  const isAdmin = useSession().user.role === 'admin';
  const page = settingsPages.find(({ path }) => path === segment);
  if (!page?.adminOnly || isAdmin) return <Outlet />;
  return (
    <PageHead title={page.name ?? 'Settings'}>
      <p>Only an admin of your firm can use this page.</p>
    </PageHead>
  );
}
