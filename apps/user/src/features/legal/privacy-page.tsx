import { useBrand } from '../../app/site.tsx';
import { Document, Section, SupportMail } from './document.tsx';

export function PrivacyPage() {
  const brand = useBrand();
  return (
    <Document title="Privacy Policy">
      <Section title="What we collect">
        <p>Your name and e-mail address, and your password as a one-way hash that nobody can read back.</p>
        <p>
          The offers you start and complete, your spins, and the vouchers you win. For security: your network address,
          and a short fingerprint of your device made from properties that any website can read, such as screen size,
          time zone and browser version.
        </p>
        <p>With Google sign-in we receive your name and e-mail address from Google, never your Google password.</p>
      </Section>
      <Section title="How we use it">
        <p>
          To run your account, to credit offers and hand out vouchers, to answer you, and to detect fraud, such as many
          accounts on one device. We do not use it for advertising, and we do not sell it.
        </p>
      </Section>
      <Section title="Third parties">
        <p>
          When you start an offer, the partner network receives a click number that means nothing outside {brand}, so
          that it can report your completion. What you tell a partner on its own pages is covered by its own policy.
          Google takes part only if you choose to sign in with it.
        </p>
      </Section>
      <Section title="Security">
        <p>
          Connections are encrypted, sessions live in cookies that scripts cannot read, and access to personal data is
          limited to administrators who need it. No system is perfectly safe; if a breach ever concerns you, we tell
          you.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          You may ask what we hold about you, have it corrected, and have your account and its data deleted. We keep
          only what the law requires, such as records of vouchers given out, for as long as it requires. Write to{' '}
          <SupportMail /> from the address of your account.
        </p>
      </Section>
      <Section title="Children under 13">
        <p>
          {brand} is not meant for children under 13, and we do not knowingly collect their data. If you believe that a
          child has given us data, tell us and we delete it.
        </p>
      </Section>
      <Section title="Contact">
        <p>
          Questions about privacy: <SupportMail />.
        </p>
      </Section>
    </Document>
  );
}
