import { useCallback, useEffect, useRef, useState } from 'react';
import { trpc } from '../../../app/data.tsx';
import { getErrorMessage } from '../../../app/errors.ts';
import { vouchers as words } from '../../../words/words.ts';

/** How long marking a voucher as used can be undone. The request is sent to the server after this time. */
export const UNDO_MS = 8000;

export interface MarkUsed {
  /** Marked here, but still undoable. */
  isMarked: boolean;
  failure: string | undefined;
  mark: () => void;
  undo: () => void;
  dismissFailure: () => void;
}

/** Marks a voucher as used, with time to undo. Leaving the screen or page completes it at once. */
export function useMarkUsed(voucherId: number): MarkUsed {
  const utils = trpc.useUtils();
  const [isMarked, setMarked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mutate } = trpc.user.vouchers.markUsed.useMutation({
    onSuccess: () => {
      // It ends soon no more.
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
