import { formatCount } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { Difference } from '@inaam/contracts/postbacks/replay';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { OutcomeDot } from './postback-outcome.tsx';

const MOST_SHOWN = 200;

const Verdict = ({ outcome, reason }: { outcome: PostbackOutcome | null; reason: string | null }) => (
  <>
    <OutcomeDot outcome={outcome} />
    {reason && <span className="block text-xs text-muted wrap-anywhere">{reason}</span>}
  </>
);

/** Postbacks with a different outcome: the old outcome and the new one. */
export const Differences = ({ differences }: { differences: readonly Difference[] }) => (
  <div className="grid grid-cols-1 gap-2">
    <Table caption="Differences" className="max-h-[60dvh]">
      <thead>
        <tr>
          <Th>Postback (IST)</Th>
          <Th>From</Th>
          <Th>To</Th>
        </tr>
      </thead>
      <tbody>
        {differences.slice(0, MOST_SHOWN).map((each) => (
          <Tr key={each.postback_id}>
            <Td className="min-w-24 align-top sm:whitespace-nowrap">
              <time dateTime={each.received_at} className="block tabular-nums">
                {formatDateTime(each.received_at)}
              </time>
              <span className="text-xs text-muted">Postback {each.postback_id}</span>
            </Td>
            <Td className="min-w-24 align-top">
              <Verdict outcome={each.from} reason={each.from_reason} />
            </Td>
            <Td className="min-w-24 align-top">
              <Verdict outcome={each.to} reason={each.to_reason} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
    {differences.length > MOST_SHOWN && (
      <p className="text-sm text-muted">
        The first {MOST_SHOWN} of {formatCount(differences.length)}.
      </p>
    )}
  </div>
);
