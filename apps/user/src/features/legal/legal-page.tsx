import { userPaths } from '@inaam/contracts/common/paths';
import { useBrand } from '../../app/site.tsx';
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';

export function LegalPage() {
  const brand = useBrand();
  return (
    <Document title={words.legal}>
      <Section title={words.terms}>
        <Text said={words.legalTerms({ brand })} link={userPaths.terms} />
      </Section>
      <Section title={words.privacyTitle}>
        <Text said={words.legalPrivacy} link={userPaths.privacy} />
      </Section>
      <Section title={words.fair}>
        <Text said={words.fair1} />
        <Text said={words.fair2} />
      </Section>
      <Section title={words.apps}>
        <Text said={words.apps1({ brand })} />
      </Section>
      <Section title={words.support}>
        <Text said={words.support1} />
        <Text said={words.support2} />
      </Section>
    </Document>
  );
}
