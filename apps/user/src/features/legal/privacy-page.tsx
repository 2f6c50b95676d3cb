import {
  DEFAULT_LOG_DAYS,
  getRetentionDays,
  RETENTION_CHANGED_ON,
  type RetainedData,
  retention,
} from '@inaam/contracts/account/retention';
import { useBrand, useDeletionDays, useMinimumAge, useSite } from '../../app/site.tsx';
import { formatDate } from '../../words/dates.ts';
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';

const things = Object.keys(retention) as RetainedData[];

/** The retention period in words. */
function formatRetention(thing: RetainedData, logDays: number): string {
  const text = words[`${thing}_until`];
  return typeof text === 'string' ? text : text({ count: getRetentionDays(thing, logDays) ?? 0 });
}

export function PrivacyPage() {
  const brand = useBrand();
  const age = useMinimumAge();
  const days = useDeletionDays();
  const logDays = useSite()?.logRetentionDays ?? DEFAULT_LOG_DAYS;
  return (
    <Document title={words.privacy}>
      <Section title={words.collect}>
        <Text text={words.collect1} />
        <Text text={words.collect2} />
        <Text text={words.collect3} />
      </Section>
      <Section title={words.purpose}>
        <Text text={words.purpose1} />
      </Section>
      <Section title={words.third}>
        <Text text={words.third1({ brand })} />
      </Section>
      <Section title={words.security}>
        <Text text={words.security1} />
      </Section>
      <Section title={words.howLong}>
        <p>{words.dated({ date: formatDate(RETENTION_CHANGED_ON) })}</p>
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
                <td className="py-2 wrap-anywhere">{formatRetention(thing, logDays)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={words.rights}>
        <Text text={words.rights1({ days })} />
      </Section>
      <Section title={words.children({ age })}>
        <Text text={words.children1({ brand, age })} />
      </Section>
      <Section title={words.contact}>
        <Text text={words.privacyContact} />
      </Section>
    </Document>
  );
}
