import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './catalogue.css';
import { Catalogue } from './catalogue.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Catalogue />
  </StrictMode>,
);
