import { userPaths } from '@inaam/contracts/common/paths';
import { useBrand, useMinimumAge } from '../../app/site.tsx';
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';

export function TermsPage() {
  const brand = useBrand();
  const age = useMinimumAge();
  return (
    <Document title={words.terms}>
      <Section title={words.acceptance}>
        <Text text={words.acceptance1({ brand })} />
      </Section>
      <Section title={words.eligibility}>
        <Text text={words.eligibility1({ brand, age })} />
      </Section>
      <Section title={words.responsibilities}>
        <Text text={words.responsibilities1} />
      </Section>
      <Section title={words.rewards}>
        <Text text={words.rewards1} />
        <Text text={words.rewards2} />
        <Text text={words.rewards3} />
      </Section>
      <Section title={words.suspension}>
        <Text text={words.suspension1} />
      </Section>
      <Section title={words.privacyTitle}>
        <Text text={words.termsPrivacy} link={userPaths.privacy} />
      </Section>
      <Section title={words.changes}>
        <Text text={words.changes1} />
      </Section>
      <Section title={words.contact}>
        <Text text={words.termsContact} />
      </Section>
    </Document>
  );
}
