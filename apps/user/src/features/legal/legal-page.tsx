import { userPaths } from '@inaam/contracts/common/paths';
import { useBrand, useSite } from '../../app/site.tsx';
import { replaceTags } from '../../words/rich.tsx';
import { legal as words } from '../../words/words.ts';
import { Document, Section, Text } from './document.tsx';

export function LegalPage() {
  const brand = useBrand();
  const officer = useSite()?.grievanceOfficer;
  return (
    <Document title={words.legal}>
      <Section title={words.terms}>
        <Text text={words.legalTerms({ brand })} link={userPaths.terms} />
      </Section>
      <Section title={words.privacyTitle}>
        <Text text={words.legalPrivacy} link={userPaths.privacy} />
      </Section>
      <Section title={words.fair}>
        <Text text={words.fair1} />
        <Text text={words.fair2} />
      </Section>
      <Section title={words.apps}>
        <Text text={words.apps1({ brand })} />
      </Section>
      <Section title={words.support}>
        <Text text={words.support1} />
        <Text text={words.support2} />
      </Section>
      {officer && (
        <Section title={words.grievance}>
          <p>
            {replaceTags(words.grievance1({ name: officer.name }), {
              mail: (
                <a href={`mailto:${officer.email}`} className="link">
                  {officer.email}
                </a>
              ),
            })}
          </p>
        </Section>
      )}
    </Document>
  );
}
