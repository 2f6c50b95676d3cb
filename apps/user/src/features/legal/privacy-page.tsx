import { RETENTION_DATED, type Retention, retention } from '@inaam/contracts/account/retention';
import { formatDate } from '@inaam/contracts/common/time';
import { useBrand } from '../../app/site.tsx';
import { privacy as words } from '../../words/en.ts';
import { fill, plural } from '../../words/fill.ts';
import { Document, Section, SupportMail } from './document.tsx';

const rows: Retention[] = Object.values(retention);

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
      <Section title={words.howLong}>
        <p>{fill(words.dated, { date: formatDate(RETENTION_DATED) })}.</p>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-text">
              <th scope="col" className="py-2 pr-3">
                {words.what}
              </th>
              <th scope="col" className="py-2">
                {words.until}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ what, after, days }) => (
              <tr key={what} className="border-t border-line align-top">
                <td className="py-2 pr-3">{what}</td>
                <td className="py-2">
                  {days === undefined ? after : plural(words.days, days).replace('{event}', after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="Your rights">
        <p>
          Under Account you can read and correct what we hold about you, take it with you as a file, and delete your
          account: after 7 days all that names you is gone, and records of vouchers given out stay without your name. Or
          write to <SupportMail /> from the address of your account.
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
