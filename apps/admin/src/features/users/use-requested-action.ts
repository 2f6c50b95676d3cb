import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type UserAction, userPageSearch } from './parts/user-action.ts';

interface RequestedAction {
  userId: string;
  act: UserAction;
  /** The number of requests so far, to notice a repeated request for the same action. */
  times: number;
}

/**
 * The action that the address requests. It is removed from the address at once, so that neither a reload nor Back
 * repeats it.
 */
export function useRequestedAction(userId: string): { act: UserAction | undefined; times: number } {
  const { act } = userPageSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [requested, setRequested] = useState<RequestedAction>();
  useEffect(() => {
    if (!act) return;
    setRequested((before) => ({ userId, act, times: (before?.times ?? 0) + 1 }));
    void navigate({ to: '.', search: {}, replace: true });
  }, [act, navigate, userId]);
  return { act: requested?.userId === userId ? requested.act : undefined, times: requested?.times ?? 0 };
}
