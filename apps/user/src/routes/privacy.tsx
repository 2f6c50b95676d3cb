export { PrivacyPage as PrivacyRoute } from '../features/legal/privacy-page.tsx';
