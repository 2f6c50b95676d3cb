import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { useBrand } from '../../app/site.tsx';
import { Document, Section, SupportMail } from './document.tsx';

export function LegalPage() {
  const brand = useBrand();
  return (
    <Document title="Legal & Support">
      <Section title="Terms">
        <p>
          The rules of {brand}: who may take part, how offers are credited, and what a win is.{' '}
          <Link to={userPaths.terms} className="link">
            Read the terms
          </Link>
        </p>
      </Section>
      <Section title="Privacy">
        <p>
          What we collect, why, and what you can ask of us.{' '}
          <Link to={userPaths.privacy} className="link">
            Read the privacy policy
          </Link>
        </p>
      </Section>
      <Section title="Anti-fraud and fair use">
        <p>
          One person, one account. Completions must be your own and honest: no emulators, no automation, no false
          details. Accounts that break this are suspended, and networks and devices behind them can be blocked.
        </p>
        <p>
          Fairness binds us too. The secret number of each draw is fixed before you spin and shown after it, so that you
          can recompute every result yourself under 'How this was drawn'.
        </p>
      </Section>
      <Section title="Third-party apps">
        <p>
          Offers lead to apps and websites of others, with their own terms and privacy policies. {brand} does not run
          them and does not answer for their content. Brand names on vouchers belong to their owners,{' '}
          {`who do not sponsor ${brand}.`}
        </p>
      </Section>
      <Section title="Support">
        <p>
          If an offer that you completed was not credited, press 'Didn't get it?' on it: the question comes to us with
          what we know of your start, and the answer appears there.
        </p>
        <p>
          For anything else write to <SupportMail /> from the address of your account. If it is about an offer, tell us
          its title and when you completed it, and add the partner's confirmation if you have one.
        </p>
      </Section>
    </Document>
  );
}
