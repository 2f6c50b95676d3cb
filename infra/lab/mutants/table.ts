import type { Mutant } from './mutants.ts';

/** `not tried`: the runner came to no report, so that nothing is known. */
export type Outcome = 'killed' | 'survived' | 'not tried';

/** Where the last full run stands, from the root. */
export const DOCUMENT = 'infra/docs/mutants.md';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

/** The lines of a document, whatever the formatter put between the cells of its table. */
export const linesOf = (document: string): string[] => document.split('\n').map((line) => line.replaceAll(/ +/g, ' '));

/** The beginning of a defect's row. */
export const rowOf = ({ defect, at, tests }: Mutant): string =>
  `| ${cell(defect)} | \`${'sql' in at ? at.sql : at.file}\` | ${tests.map((test) => `\`${test}\``).join(', ')} |`;

/**
 * The document: a row for each defect, from the run, or else from the document as it was.
 * @param before the document as it was; empty where there is none
 */
export function documentOf(all: readonly Mutant[], outcomes: ReadonlyMap<Mutant, Outcome>, before: string): string {
  const known = linesOf(before);
  const rows = all.map((mutant) => {
    const row = rowOf(mutant);
    const outcome = outcomes.get(mutant);
    if (outcome) return `${row} ${outcome} |`;
    return known.find((line) => line.startsWith(row)) ?? `${row} not tried |`;
  });
  const killed = all.filter((mutant, index) => rows[index]?.startsWith(`${rowOf(mutant)} killed |`)).length;
  return `# Seeded defects

\`npm run lab -- mutants\` seeds each of these defects into a copy of the workspace, one at a time, and runs the tests
that must notice. A defect that survives shows a rule that nothing holds. They stand in
\`infra/lab/mutants/mutants.ts\`. \`npm test\` checks that every one of them still applies to the code as it is and
stands in this table as killed.

StrykerJS changes TypeScript alone. The money rules are SQL functions, so it would not see most of this table.

${killed} of ${all.length} are killed.

| Defect | Where | Tests | Outcome |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
