import '@fontsource-variable/ibm-plex-sans/standard.css';
import './styles/layers.css';
import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import './styles/first-frame.css';
import './styles/print.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepWaitingChanges } from './data/connection.ts';
import { queryClient } from './data/query-client.ts';
import { router } from './routes.tsx';
import { listenForKeys } from './keys/keys.ts';
import { listenForNewVersion } from './shell/new-version.ts';
import { refuseDrops } from './shell/refuse-drops.ts';

listenForKeys();
listenForNewVersion();
keepWaitingChanges();
refuseDrops();

const page = document.getElementById('page');
if (!page) throw new Error('The page has no element to render into.');

createRoot(page).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
