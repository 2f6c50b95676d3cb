import { getReward, oddsOrDefault, ROLLS } from '@inaam/contracts/offers/odds';
import { checkProof, type Proof } from '@inaam/contracts/spins/draw';
import { Card } from '@inaam/ui/card';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatusDot } from '@inaam/ui/status-dot';
import { useQuery } from '@tanstack/react-query';
import { trpc, useUserId } from '../../app/data.tsx';
import { Drawing } from '../../app/drawing.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { LoadFailed } from '../../app/load-failed.tsx';
import { translateOffers } from '../../app/offer-texts.ts';
import { fairness as words } from '../../words/words.ts';
import { getSeenCommitment } from './commitments.ts';
import { PrizeList, prizeName } from './parts/prize-list.tsx';
import { PlaceInDay, PublishedDays } from './published-days.tsx';

/** 'How this was drawn': the proof of one spin, recomputed on this device. */
export function FairnessScreen({ offerId }: { offerId: number | undefined }) {
  const userId = useUserId();
  const list = trpc.user.offers.list.useQuery(undefined, { select: translateOffers });
  const { client } = trpc.useUtils();
  const offer = list.data?.offers.find((o) => o.offer_id === offerId);
  // Requesting the proof of an unspun offer would spin it; a used spin returns its recorded result.
  const spun = offer?.spinner_used === true;
  const drawn = useQuery({
    queryKey: ['proof', offerId],
    enabled: spun,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (offerId === undefined) throw new Error('no offer');
      const spin = await client.user.spins.spin.mutate({ offerId, clientSeed: '' });
      return { proof: spin.proof, check: crypto.subtle ? await checkProof(spin.proof) : undefined };
    },
  });

  if (list.isError || drawn.isError) {
    return (
      <LoadFailed title={words.failedTitle} query={list.isError ? list : drawn}>
        {getErrorMessage(list.error ?? drawn.error, words.failedHint)}
      </LoadFailed>
    );
  }
  if (list.data && !spun) {
    return (
      <div className="grid grid-cols-1 gap-4">
        <EmptyState kind="first-use" title={words.noneTitle} drawing={<Drawing name="wheel" />}>
          {words.noneHint}
        </EmptyState>
        <PublishedDays />
      </div>
    );
  }
  if (!offer || !drawn.data) {
    return (
      <Loading label={words.loading} className="grid gap-4">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  const odds = oddsOrDefault(offer.spinner_config);
  const { proof, check } = drawn.data;
  const won = getReward(odds, proof.roll);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Verdict
        seen={getSeenCommitment(userId, offer.offer_id)}
        title={offer.title}
        proof={proof}
        check={check}
        prize={prizeName(won === undefined ? undefined : odds[won]?.amount)}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Numbers proof={proof} />
          <PlaceInDay offerId={offer.offer_id} commitment={proof.commitment} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Card>
            <h2 className="mb-2 text-base">{words.odds}</h2>
            <PrizeList odds={odds} />
            <p className="mt-3 text-sm text-muted">{words.oddsHow}</p>
          </Card>
          <HowDrawsWork />
        </div>
      </div>
      <PublishedDays />
    </div>
  );
}

function Verdict({
  seen,
  title,
  proof,
  check,
  prize,
}: {
  /** The commitment that this device saw before the spin, if any. */
  seen: string | undefined;
  title: string;
  proof: Proof;
  check: { commitmentMatches: boolean; clientSeedMatches: boolean; roll: number } | undefined;
  prize: string;
}) {
  return (
    <Card>
      <p className="text-sm text-muted">{title}</p>
      <p className="mt-1 text-lg font-semibold">{words.verdict({ roll: proof.roll, rolls: ROLLS, prize })}</p>
      {check ? (
        <ul className="mt-3 grid gap-1 text-sm">
          {seen && (
            <li>
              <StatusDot wrap tone={seen === proof.commitment ? 'good' : 'bad'}>
                {seen === proof.commitment ? words.sameFingerprint : words.otherFingerprint}
              </StatusDot>
            </li>
          )}
          <li>
            <StatusDot wrap tone={check.commitmentMatches ? 'good' : 'bad'}>
              {check.commitmentMatches ? words.sameSeed : words.otherSeed}
            </StatusDot>
          </li>
          {/* A client seed that was sent only with the spin was not fixed before, so there is nothing to confirm. */}
          {(proof.clientSeedHash || !check.clientSeedMatches) && (
            <li>
              <StatusDot wrap tone={check.clientSeedMatches ? 'good' : 'bad'}>
                {check.clientSeedMatches ? words.sameClientSeed : words.otherClientSeed}
              </StatusDot>
            </li>
          )}
          <li>
            <StatusDot wrap tone={check.roll === proof.roll ? 'good' : 'bad'}>
              {check.roll === proof.roll
                ? words.sameRoll({ roll: check.roll })
                : words.otherRoll({ roll: check.roll, claimed: proof.roll })}
            </StatusDot>
          </li>
        </ul>
      ) : (
        <p className="mt-3 text-sm text-muted">{words.noCrypto}</p>
      )}
    </Card>
  );
}

/** When the client seed was fixed, according to the proof. */
const CLIENT_SEED_STATUS = {
  committed: 'clientSeedCommitted',
  lost: 'clientSeedLost',
  open: 'clientSeedOpen',
} as const;

const Numbers = ({ proof }: { proof: Proof }) => (
  <Card>
    <h2 className="text-base">{words.numbers}</h2>
    <dl className="mt-2 grid gap-3 text-sm">
      <Line term={words.commitment} value={proof.commitment} copy />
      <Line term={words.serverSeed} value={proof.serverSeed} copy />
      <Line term={words.clientSeed} value={proof.clientSeed || words.empty} copy={proof.clientSeed !== ''} />
      <Line term={words.clientSeedFixed} value={words[CLIENT_SEED_STATUS[proof.share ?? 'open']]} isText />
      {proof.clientSeedHash && <Line term={words.clientSeedHash} value={proof.clientSeedHash} copy />}
      <Line term={words.completion} value={String(proof.completionId)} />
      <Line term={words.roll} value={String(proof.roll)} />
    </dl>
  </Card>
);

interface LineProps {
  term: string;
  value: string;
  copy?: boolean;
  /** True if the value consists of words and not of digits. */
  isText?: boolean;
}

const Line = ({ term, value, copy = false, isText = false }: LineProps) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd className="flex items-start justify-between gap-x-3 max-xs:flex-wrap">
      <span className={cx('min-w-0', !isText && 'code')}>{value}</span>
      {copy && (
        <span className="shrink-0">
          <CopyButton value={value} what={term} variant="quiet" />
        </span>
      )}
    </dd>
  </div>
);

const HowDrawsWork = () => (
  <Card className="text-sm text-muted">
    <h2 className="mb-2 text-base text-text">{words.how}</h2>
    <ol className="grid list-decimal gap-2 pl-5">
      {[words.how1, words.how2, words.how3, words.how4].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </Card>
);
