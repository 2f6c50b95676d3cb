import './app.css';
import { applyTheme, storedTheme } from '@inaam/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWords, setDocumentLanguage } from '../words/words.ts';
import { App } from './app.tsx';
import { keepInstallPrompt } from './install.ts';
import { createAppRouter } from './router.tsx';
import { keepIdToken } from './session/sandbox-provider.ts';

applyTheme(storedTheme());
// Before the router reads the address: a token must not stay in it.
keepIdToken();
keepInstallPrompt();

const router = createAppRouter();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
setDocumentLanguage();
loadWords('front').then(
  () =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  // The loading page stays until the connection returns, as for other parts of the app that did not load.
  () => addEventListener('online', () => location.reload(), { once: true }),
);
