import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type UserAction, userPageSearch } from './parts/user-action.ts';

interface RequestedAction {
  userId: string;
  act: UserAction;
  /** The number of requests so far, to notice a repeated request for the same action. */
  requestCount: number;
}

/**
 * The action that the URL requests. The request is removed from the URL at once, so that neither a reload nor Back
 * repeats the action.
 */
export function useRequestedAction(userId: string): { act: UserAction | undefined; requestCount: number } {
  const { act } = userPageSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [requested, setRequested] = useState<RequestedAction>();
  useEffect(() => {
    if (!act) return;
    setRequested((before) => ({ userId, act, requestCount: (before?.requestCount ?? 0) + 1 }));
    void navigate({ to: '.', search: {}, replace: true });
  }, [act, navigate, userId]);
  const requestCount = requested?.requestCount ?? 0;
  return { act: requested?.userId === userId ? requested.act : undefined, requestCount };
}
