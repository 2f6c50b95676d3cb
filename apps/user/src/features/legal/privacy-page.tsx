import { RETENTION_DATED, type RetainedData, retention } from '@inaam/contracts/account/retention';
import { useBrand } from '../../app/site.tsx';
import { formatDate } from '../../words/dates.ts';
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';

const things = Object.keys(retention) as RetainedData[];

/** The retention period in words. */
function untilOf(thing: RetainedData): string {
  const said = words[`${thing}_until`];
  if (typeof said === 'string') return said;
  const { days = 0 }: { days?: number } = retention[thing];
  return said({ count: days });
}

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
      <Section title={words.howLong}>
        <p>{words.dated({ date: formatDate(RETENTION_DATED) })}</p>
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
            {things.map((thing) => (
              <tr key={thing} className="border-t border-line align-top">
                <td className="py-2 pr-3 wrap-anywhere">{words[`${thing}_what`]}</td>
                <td className="py-2 wrap-anywhere">{untilOf(thing)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={words.rights}>
        <Text said={words.rights1} />
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
