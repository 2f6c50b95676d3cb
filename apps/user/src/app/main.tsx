import './app.css';
import { applyTheme, storedTheme } from '@inaam/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepIdToken } from '../features/identity/provider-sandbox.ts';
import { App } from './app.tsx';
import { keepInstallPrompt } from './install.ts';
import { createAppRouter } from './router.tsx';

applyTheme(storedTheme());
// Before the router reads the address: a token must not stay in it.
keepIdToken();
keepInstallPrompt();

const router = createAppRouter();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
