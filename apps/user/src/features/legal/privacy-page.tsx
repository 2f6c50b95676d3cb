import { RETENTION_DATED, type Retention, retention } from '@inaam/contracts/account/retention';
import { formatDate } from '@inaam/contracts/common/time';
import { useBrand } from '../../app/site.tsx';
<<<<<<< HEAD
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';
=======
import { privacy as words } from '../../words/en.ts';
import { fill, plural } from '../../words/fill.ts';
import { Document, Section, SupportMail } from './document.tsx';
>>>>>>> main

const rows: Retention[] = Object.values(retention);

export function PrivacyPage() {
  const brand = useBrand();
  return (
    <Document title={words.privacy}>
      <Section title={words.collect}>
        <Text said={words.collect1} />
        <Text said={words.collect2} />
        <Text said={words.collect3} />
      </Section>
      <Section title={words.purpose}>
        <Text said={words.purpose1} />
      </Section>
      <Section title={words.third}>
        <Text said={words.third1({ brand })} />
      </Section>
      <Section title={words.security}>
        <Text said={words.security1} />
      </Section>
<<<<<<< HEAD
      <Section title={words.rights}>
        <Text said={words.rights1} />
=======
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
>>>>>>> main
      </Section>
      <Section title={words.children}>
        <Text said={words.children1({ brand })} />
      </Section>
      <Section title={words.contact}>
        <Text said={words.privacyContact} />
      </Section>
    </Document>
  );
}
