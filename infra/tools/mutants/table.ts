import type { Mutant } from './mutants.ts';

export interface Outcome {
  /** `not tried`: the runner came to no report, so that nothing is known. */
  verdict: 'killed' | 'survived' | 'not tried';
  /** The titles of the tests that failed. */
  by: readonly string[];
}

/** Where the last full run stands, from the root. */
export const DOCUMENT = 'infra/docs/mutants.md';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

/** The beginning of a defect's row. */
export const rowOf = ({ defect, at }: Mutant): string =>
  `| ${cell(defect)} | ${'sql' in at ? `\`${at.sql}\`` : `\`${at.file}\``} |`;

/** The document of a full run, a row for each defect. */
export function documentOf(all: readonly Mutant[], outcomes: ReadonlyMap<Mutant, Outcome>): string {
  const rows = all.map((mutant) => {
    const { verdict, by } = outcomes.get(mutant) ?? { verdict: 'not tried', by: [] };
    const more = by.length > 1 ? ` and ${by.length - 1} more` : '';
    return `${rowOf(mutant)} ${verdict} | ${cell(by[0] ?? '')}${more} |`;
  });
  const killed = [...outcomes.values()].filter(({ verdict }) => verdict === 'killed').length;
  return `# Seeded defects

\`npm run test:mutants\` seeds each of these defects into a copy of the workspace, one at a time, and runs the tests that
must notice. A defect that survives shows a rule that nothing holds. They stand in \`infra/tools/mutants/mutants.ts\`;
\`npm test\` checks that every one of them still applies to the code as it is and stands in this table as killed.

The last full run: ${killed} of ${all.length} killed.

| Defect | Where | Outcome | Noticed by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
