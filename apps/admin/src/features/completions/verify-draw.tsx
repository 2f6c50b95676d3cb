import { formatRupees } from '@inaam/contracts/common/format';
import { getReward, oddsOrDefault } from '@inaam/contracts/offers/odds';
import { checkProof, type Proof } from '@inaam/contracts/spins/draw';
import { StatusDot } from '@inaam/ui/status-dot';
import { useQuery } from '@tanstack/react-query';

const words = (amount: number | null): string => (amount === null ? 'no win' : `a win of ${formatRupees(amount)}`);

/**
 * Checks a draw in this browser: the seed against its commitment, the client's seed against its hash, the recorded roll
 * against both seeds, and the recorded prize against the odds.
 */
export function VerifyDraw({
  proof,
  spinnerConfig,
  amount,
}: {
  proof: Proof;
  spinnerConfig: string;
  /** The recorded amount in rupees; null for a loss. */
  amount: number | null;
}) {
  const { data: check, error } = useQuery({
    queryKey: ['draw', proof],
    queryFn: () => checkProof(proof),
    // Browsers compute hashes on secure pages only.
    enabled: !!globalThis.crypto.subtle,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <StatusDot tone="bad">The proof cannot be read</StatusDot>;
  if (!globalThis.crypto.subtle) {
    return (
      <p className="text-sm text-muted">
        This browser computes hashes on secure (https) pages only. The numbers above can be checked anywhere.
      </p>
    );
  }
  if (!check) return <p className="text-sm text-muted">Recomputing...</p>;
  const odds = oddsOrDefault(spinnerConfig);
  const index = getReward(odds, check.roll);
  const prize = index === undefined ? null : (odds[index]?.amount ?? null);
  const lines = [
    {
      ok: check.commitmentMatches,
      good: 'The seed matches its commitment',
      bad: 'The seed does not match its commitment',
    },
    // A client seed that arrived with the spin has no earlier commitment, so this line is left out.
    ...(proof.clientSeedHash || !check.clientSeedMatches
      ? [
          {
            ok: check.clientSeedMatches,
            good: 'The client seed matches the one committed with the click',
            bad: 'The client seed does not match the one committed with the click',
          },
        ]
      : []),
    {
      ok: check.roll === proof.roll,
      good: `Recomputed here: roll ${check.roll}`,
      bad: `Recomputed here: roll ${check.roll}, not ${proof.roll}`,
    },
    {
      ok: prize === amount,
      good: `The odds give ${words(prize)}, as recorded`,
      bad: `The odds give ${words(prize)}, not ${words(amount)}`,
    },
  ];
  return (
    <ul aria-label="The draw, recomputed in this browser" className="grid gap-1">
      {lines.map(({ ok, good, bad }) => (
        <li key={good}>
          <StatusDot wrap tone={ok ? 'good' : 'bad'}>
            {ok ? good : bad}
          </StatusDot>
        </li>
      ))}
    </ul>
  );
}
