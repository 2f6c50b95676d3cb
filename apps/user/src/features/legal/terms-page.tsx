import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { useBrand, useMinimumAge } from '../../app/site.tsx';
import { Document, Section, SupportMail } from './document.tsx';

export function TermsPage() {
  const brand = useBrand();
  const age = useMinimumAge();
  return (
    <Document title="Terms">
      <Section title="Acceptance">
        <p>
          These terms are an agreement between you and {brand}. By creating an account, or by using the app, you accept
          them. If you do not accept them, please do not use the app.
        </p>
      </Section>
      <Section title="Eligibility">
        <p>
          You must be {age} years of age or over. If you are under 18, use {brand} with the consent of a parent or
          guardian. One person may have one account.
        </p>
      </Section>
      <Section title="Account responsibilities">
        <p>
          Give us true details, keep your password to yourself, and tell us at once if you believe that somebody else
          has used your account. You answer for what happens in it until then.
        </p>
      </Section>
      <Section title="Rewards and offers">
        <p>
          Offers come from partner networks and follow the partners' own conditions. An offer counts as completed when
          the partner confirms it to us; all completions are subject to verification. A partner may take a confirmation
          back, for instance after a refund or when its conditions were not met. A spin that was not used by then is
          withheld.
        </p>
        <p>
          Each completed offer gives one spin of its wheel. The odds are shown beside the wheel before you spin, and
          every draw can be recomputed afterwards under 'How this was drawn'. A win is a brand voucher of the stated
          amount in Indian rupees. Should no voucher of that amount be in stock, the win stands, and the voucher follows
          as soon as one arrives.
        </p>
        <p>
          Vouchers have an expiry date and the terms of the brand that honours them. They cannot be exchanged for cash,
          and we cannot replace one that has expired or been shared.
        </p>
      </Section>
      <Section title="Suspension for fraud">
        <p>
          We may suspend an account, and block a network address or a device, where there are signs of fraud: several
          accounts of one person, automated or falsified completions, or manipulated traffic. If you believe that we
          were wrong, write to us and a person will look at it.
        </p>
      </Section>
      <Section title="Privacy">
        <p>
          How we handle your data is described in the{' '}
          <Link to={userPaths.privacy} className="link">
            Privacy Policy
          </Link>
          .
        </p>
      </Section>
      <Section title="Changes">
        <p>
          We may change these terms. The date above tells when they last changed; where a change matters to you, we say
          so in the app before it takes effect. Using the app after that means that you accept it.
        </p>
      </Section>
      <Section title="Contact">
        <p>
          Questions about these terms: <SupportMail />.
        </p>
      </Section>
    </Document>
  );
}
