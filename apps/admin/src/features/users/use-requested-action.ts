import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type UserAction, userPageSearch } from './parts/user-action.ts';

interface RequestedAction {
  userId: string;
  act: UserAction;
  /** Counts the requests. */
  times: number;
}

/** The action that the address requests. The address drops it at once, so that neither reload nor Back repeats it. */
export function useRequestedAction(userId: string): { act: UserAction | undefined; times: number } {
  const { act } = userPageSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [asked, setAsked] = useState<RequestedAction>();
  useEffect(() => {
    if (!act) return;
    setAsked((before) => ({ userId, act, times: (before?.times ?? 0) + 1 }));
    void navigate({ to: '.', search: {}, replace: true });
  }, [act, navigate, userId]);
  return { act: asked?.userId === userId ? asked.act : undefined, times: asked?.times ?? 0 };
}
