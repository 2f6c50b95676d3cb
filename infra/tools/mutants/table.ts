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

/**
 * The document: a row for each defect, from the run, or else from the document as it was.
 * @param before the document as it was; empty where there is none
 */
export function documentOf(all: readonly Mutant[], outcomes: ReadonlyMap<Mutant, Outcome>, before: string): string {
  const known = before.split('\n');
  const rows = all.map((mutant) => {
    const row = rowOf(mutant);
    const outcome = outcomes.get(mutant);
    if (!outcome) return known.find((line) => line.startsWith(row)) ?? `${row} not tried |  |`;
    const more = outcome.by.length > 1 ? ` and ${outcome.by.length - 1} more` : '';
    return `${row} ${outcome.verdict} | ${cell(outcome.by[0] ?? '')}${more} |`;
  });
  const killed = all.filter((mutant, index) => rows[index]?.startsWith(`${rowOf(mutant)} killed |`)).length;
  return `# Seeded defects

\`npm run test:mutants\` seeds each of these defects into a copy of the workspace, one at a time, and runs the tests that
must notice. A defect that survives shows a rule that nothing holds. They stand in \`infra/tools/mutants/mutants.ts\`;
\`npm test\` checks that every one of them still applies to the code as it is and stands in this table as killed.

StrykerJS was looked at first: it changes TypeScript alone, while the money rules are SQL functions, and it has no runner
for the version of Vitest that is used here.

${killed} of ${all.length} are killed.

| Defect | Where | Outcome | Noticed by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
