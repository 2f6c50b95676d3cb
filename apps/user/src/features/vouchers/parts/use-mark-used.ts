import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc } from '../../../app/data.tsx';
import { getErrorMessage } from '../../../app/errors.ts';
import { vouchers as words } from '../../../words/words.ts';

/** The time in which a user can undo marking a voucher as used. The request is sent to the server after this time. */
export const UNDO_MS = 8000;

export interface MarkUsed {
  /** True while the mark can still be undone and is not sent to the server yet. */
  isMarked: boolean;
  failure: string | undefined;
  mark: () => void;
  undo: () => void;
  dismissFailure: () => void;
}

/** Marks a voucher as used, with time to undo. Leaving the screen or page sends the mark at once. */
export function useMarkUsed(voucherId: number): MarkUsed {
  const utils = trpc.useUtils();
  const [isMarked, setMarked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mutate } = trpc.user.vouchers.markUsed.useMutation({
    onSuccess: () => {
      // A used voucher no longer appears in the notice about vouchers that end soon.
      void utils.user.vouchers.notices.invalidate();
      return utils.user.insights.stats.invalidate();
    },
    onError: (error) => {
      setMarked(false);
      setFailure(getErrorMessage(error, words.markFailed));
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    mutate({ voucher_id: voucherId });
  }, [mutate, voucherId]);
  useEffect(() => {
    window.addEventListener('pagehide', settle);
    return () => {
      window.removeEventListener('pagehide', settle);
      settle();
    };
  }, [settle]);
  return {
    isMarked,
    failure,
    mark: () => {
      setFailure(undefined);
      setMarked(true);
      timer.current = setTimeout(settle, UNDO_MS);
    },
    undo: () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      setMarked(false);
    },
    dismissFailure: () => setFailure(undefined),
  };
}
