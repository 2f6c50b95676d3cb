export { LegalPage as LegalRoute } from '../features/legal/legal-page.tsx';
