export { TermsPage as TermsRoute } from '../features/legal/terms-page.tsx';
