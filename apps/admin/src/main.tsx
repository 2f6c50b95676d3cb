import './main.css';
import { applyTheme, readTheme } from '@inaam/ui/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAdminRouter } from './routes/router.tsx';

applyTheme(readTheme());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App router={createAdminRouter()} />
  </StrictMode>,
);
