import { useBrand } from '../../app/site.tsx';
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';

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
