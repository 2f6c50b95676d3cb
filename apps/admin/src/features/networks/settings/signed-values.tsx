import { networkSettings } from '@inaam/contracts/networks/networks';
import { getSignatureCoverage, type SignableFact, signableFacts } from '@inaam/contracts/networks/signature-coverage';
import { Check, Minus, TriangleAlert } from 'lucide-react';
import { type Draft, toSettings } from './setting-draft.ts';

const facts: Record<SignableFact, string> = {
  click: 'Click',
  transaction: 'Transaction',
  payout: 'Payout',
  status: 'Status',
};
const coverageTexts = {
  covered: { text: 'signed', tone: 'text-good', icon: Check },
  open: { text: 'not signed', tone: 'text-warn', icon: TriangleAlert },
  not_sent: { text: 'not sent', tone: 'text-muted', icon: Minus },
} as const;

/** Shows which of a postback's decisive values its signature covers under the settings on the screen. */
export function SignedValues({ draft }: { draft: Draft }) {
  const parsed = networkSettings.pick({ signing: true, params: true, status_rules: true }).safeParse(toSettings(draft));
  if (!parsed.success) return null;
  const coverage = getSignatureCoverage(parsed.data);
  const isOpen = Object.values(coverage).includes('open');
  return (
    <section aria-label="Signed values" className="rounded-control bg-sunken p-3 sm:col-span-6">
      <h3 className="text-sm font-semibold">Signed values</h3>
      <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
        {signableFacts.map((fact) => {
          const { text, tone, icon: Icon } = coverageTexts[coverage[fact]];
          return (
            <li key={fact} className="flex items-center gap-2">
              <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
              <span>
                {facts[fact]}: <span className={tone}>{text}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {isOpen && (
        <p className="mt-2 text-sm text-muted">
          Anyone who sees a postback could change its unsigned values, so “Oldest click” and “Highest payout” need
          limits.
        </p>
      )}
    </section>
  );
}
