import type { FraudConsequence, FraudSubject } from '@inaam/contracts/fraud/fraud';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import type { ReactNode } from 'react';
import { loadProblem } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { consequenceWords } from './consequence.ts';
import type { BlockDirection, FlagDirection } from './fraud-actions.ts';

export interface Consequence {
  data: FraudConsequence | undefined;
  /** For the question's description. */
  words: string;
  /** Where it could not be counted. */
  problem: ReactNode;
}

/** What an action on one subject would touch, counted anew for each question. */
export function useConsequence(direction: FlagDirection | BlockDirection, subject: FraudSubject): Consequence {
  const query = trpc.admin.fraud.consequence.useQuery(subject, { staleTime: 0, gcTime: 0 });
  const { data, error } = query;
  return {
    data,
    words: data ? consequenceWords(direction, subject.kind, data) : error ? '' : 'Counting who this touches...',
    problem: !data && error && (
      <Banner
        tone="error"
        title="Who this touches could not be counted"
        action={
          <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        }
      >
        {loadProblem(error)}
      </Banner>
    ),
  };
}
