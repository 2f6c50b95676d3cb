import { guests as words } from '../../words/words.ts';

export const BrowserHintText = ({ kind }: { kind: 'cookiesNeeded' | 'inOtherApp' }) => (
  <p role="note" className="mb-4 rounded-control bg-sunken p-3 text-sm">
    {words[kind]}
  </p>
);
