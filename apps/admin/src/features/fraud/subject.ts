import { type FraudSubject, fraudSubjectInput } from '@inaam/contracts/fraud/fraud';

/** The panel parameter of a subject: `user-12`, `ip-203.0.113.7`, `device-k3x9`. */
export const toPanelParam = ({ kind, key }: FraudSubject): string => `${kind}-${key}`;

/** The subject of a panel parameter; undefined for other panels and malformed values. */
export function parsePanelParam(panel: string | undefined): FraudSubject | undefined {
  const match = /^(user|ip|device)-(.+)$/s.exec(panel ?? '');
  const result = match && fraudSubjectInput.safeParse({ kind: match[1], key: match[2] });
  return result?.success ? result.data : undefined;
}
