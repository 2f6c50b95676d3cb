import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type UserAction, userPageSearch } from './parts/user-action.ts';

interface RequestedAction {
  userId: string;
  act: UserAction;
  /** Grows with each time that something is asked for. */
  times: number;
}

/**
 * What the page of a user was opened to do. The address loses it at once: a reload or the browser's Back asks for
 * nothing a second time.
 */
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
