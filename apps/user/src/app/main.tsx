import './app.css';
import { applyTheme, readTheme } from '@inaam/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWords, setDocumentLanguage } from '../words/words.ts';
import { App } from './app.tsx';
import { keepInstallPrompt } from './install.ts';
import { createAppRouter } from './router.tsx';
import { keepIdToken } from './session/sandbox-provider.ts';

applyTheme(readTheme());
// Runs before the router reads the URL, because a token must not stay in the URL.
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
  // If the texts did not load, the loading page stays until the connection returns.
  () => addEventListener('online', () => location.reload(), { once: true }),
);
