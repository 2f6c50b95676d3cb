import { MAX_BATCH } from '@inaam/contracts/vouchers/vouchers';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { type Imported, sendInBatches } from './batches.ts';
import { type VoucherValues, voucherInput } from './voucher-form.ts';

export interface Import {
  progress: Imported | undefined;
  running: boolean;
  /** Why it stopped before the end; another start goes on from there. */
  failed: string | undefined;
  start: (values: VoucherValues, codes: readonly string[]) => Promise<void>;
  reset: () => void;
}

/** Saves checked codes in batches; one summary at the end. */
export function useImport(onDone: () => void): Import {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.vouchers.create.useMutation();
  const [progress, setProgress] = useState<Imported>();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState<string>();

  const start = async (values: VoucherValues, codes: readonly string[]) => {
    setRunning(true);
    setFailed(undefined);
    try {
      const send = (batch: string[]) => mutateAsync(voucherInput(values, batch));
      const { created, skipped } = await sendInBatches(codes, MAX_BATCH, send, setProgress, progress);
      toast.success(`${created.toLocaleString('en-IN')} added, ${skipped.toLocaleString('en-IN')} skipped`);
      onDone();
    } catch (error) {
      setFailed(errorText(error, 'The server could not be reached.'));
    } finally {
      setRunning(false);
      await utils.admin.invalidate();
    }
  };
  const reset = () => {
    setProgress(undefined);
    setFailed(undefined);
  };
  return { progress, running, failed, start, reset };
}
