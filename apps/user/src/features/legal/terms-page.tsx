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
        <Text said={words.acceptance1({ brand })} />
      </Section>
      <Section title={words.eligibility}>
        <Text said={words.eligibility1({ brand, age })} />
      </Section>
      <Section title={words.responsibilities}>
        <Text said={words.responsibilities1} />
      </Section>
      <Section title={words.rewards}>
        <Text said={words.rewards1} />
        <Text said={words.rewards2} />
        <Text said={words.rewards3} />
      </Section>
      <Section title={words.suspension}>
        <Text said={words.suspension1} />
      </Section>
      <Section title={words.privacyTitle}>
        <Text said={words.termsPrivacy} link={userPaths.privacy} />
      </Section>
      <Section title={words.changes}>
        <Text said={words.changes1} />
      </Section>
      <Section title={words.contact}>
        <Text said={words.termsContact} />
      </Section>
    </Document>
  );
}
